#include "experiments/report/claims/claim_verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/report/claims/made_claims.h"

namespace mercer {
namespace {

using testing::ClaimsOf;
using ::testing::HasSubstr;
using testing::JudgeIn;
using testing::Made;
using testing::Row;

const std::string kLess = R"({"in": "t", "metric": "accuracy", "compare":
    {"left": {"method": "a"}, "right": {"method": "b"}, "is": "less"}})";

TEST(JudgeClaim, ComparesCellsWhoseOtherKeysAgree) {
  Summary made = Made({Row({"x", "k", "a", 10}, 1), Row({"x", "k", "b", 10}, 2),
                       Row({"x", "k", "a", 20}, 3), Row({"x", "k", "b", 20}, 4)});
  const JudgedClaim holds = JudgeIn(kLess, made);
  EXPECT_EQ(holds.verdict, ClaimVerdict::kHolds);
  EXPECT_EQ(holds.why,
            "2 of 2, closest: x k a D=10 1±0.01, x k b D=10 2±0.01 (70.7 standard errors)");
  made.rows[3].measured.mean = 3;  // equal is not less
  const JudgedClaim fails = JudgeIn(kLess, made);
  EXPECT_EQ(fails.verdict, ClaimVerdict::kFails);
  EXPECT_EQ(fails.why,
            "1 of 2 (of the others 0 by more than two standard errors), worst: x k a D=20 3±0.01, "
            "x k b D=20 3±0.01 (0 standard errors)");
  const std::string half = kLess.substr(0, kLess.size() - 1) + R"(, "share": 0.5})";
  EXPECT_EQ(JudgeIn(half, made).verdict, ClaimVerdict::kHolds);
  made.rows[3].cell.dataset = "y";
  made.rows.pop_back();
  EXPECT_EQ(JudgeIn(kLess, made).why,
            "x k a D=10 1±0.01, x k b D=10 2±0.01 (70.7 standard errors)");
}

TEST(JudgeClaim, PairsAMethodWithoutMapWithEveryD) {
  const Summary made =
      Made({Row({"x", "k", "a", 10}, 1), Row({"x", "k", "a", 20}, 3), Row({"x", "k", "b", 0}, 2)});
  EXPECT_THAT(JudgeIn(kLess, made).why,
              ::testing::StartsWith(
                  "1 of 2 (of the others 1 by more than two standard errors), worst: x k a "
                  "D=20"));
}

TEST(JudgeClaim, ComparesSizesWhereASideFixesThem) {
  const std::string test = R"({"in": "t", "metric": "accuracy", "compare":
      {"left": {"D": 10}, "right": {"D": [20, 30]}, "is": "less", "factor": 0.5}})";
  const Summary made = Made({Row({"x", "k", "a", 10}, 1), Row({"x", "k", "a", 20}, 3),
                             Row({"x", "k", "a", 30}, 1.9), Row({"y", "k", "a", 20}, 0)});
  EXPECT_THAT(
      JudgeIn(test, made).why,
      ::testing::StartsWith("1 of 2 (of the others 1 by more than two standard errors), worst: "
                            "x k a D=10 1±0.01, x k a D=30 1.9±0.01"));
}

TEST(JudgeClaim, KnowsGreaterAndClose) {
  const auto test = [](const std::string& is) {
    return R"({"in": "t", "metric": "accuracy", "compare": {"left": {"method": "a"},
        "right": {"method": "b"}, )" +
           is + "}}";
  };
  const Summary made = Made({Row({"x", "k", "a", 1}, 9), Row({"x", "k", "b", 1}, 10)});
  EXPECT_EQ(JudgeIn(test(R"("is": "greater")"), made).verdict, ClaimVerdict::kFails);
  EXPECT_EQ(JudgeIn(test(R"("is": "greater", "factor": 0.8)"), made).verdict, ClaimVerdict::kHolds);
  EXPECT_EQ(JudgeIn(test(R"("is": "close", "tolerance": 0.1)"), made).verdict,
            ClaimVerdict::kHolds);
  EXPECT_EQ(JudgeIn(test(R"("is": "close", "tolerance": 0.09)"), made).verdict,
            ClaimVerdict::kFails);
}

TEST(JudgeClaim, FitsTheSlopeOfLogarithms) {
  const auto test = [](const std::string& bounds) {
    return R"({"in": "t", "metric": "accuracy", "slope": {"of": {"method": "a"}, )" + bounds + "}}";
  };
  Summary made = Made({Row({"x", "k", "a", 10}, 8), Row({"x", "k", "a", 40}, 4),
                       Row({"x", "k", "a", 160}, 2), Row({"x", "k", "b", 10}, 1)});
  const JudgedClaim holds = JudgeIn(test(R"("least": -0.51, "most": -0.49)"), made);
  EXPECT_EQ(holds.verdict, ClaimVerdict::kHolds) << holds.why;
  EXPECT_THAT(holds.why, HasSubstr("x k a: slope -0.5"));
  EXPECT_EQ(JudgeIn(test(R"("least": -0.49)"), made).verdict, ClaimVerdict::kFails);
  EXPECT_EQ(JudgeIn(test(R"("most": -0.51)"), made).verdict, ClaimVerdict::kFails);
  made.rows.erase(made.rows.begin());  // two points are a line
  EXPECT_EQ(JudgeIn(test(R"("most": 0)"), made).verdict, ClaimVerdict::kUntold);
}

TEST(JudgeClaim, TakesStandardDeviationsWhereAsked) {
  std::string test = kLess;
  test.insert(1, R"("statistic": "std", )");
  Summary made = Made({Row({"x", "k", "a", 1}, 9, 0.1), Row({"x", "k", "b", 1}, 1, 0.2)});
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kHolds);
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
  made.rows[0].measured.std.reset();
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kUntold);
}

// Printed numbers: times of "exact" and of "rm", and the speed-up of rm.
SummaryRow Printed(const CellKey& cell, const std::string& metric, double value) {
  SummaryRow row;
  row.cell = cell;
  row.metric = metric;
  row.reported.emplace();
  row.reported->value = value;
  return row;
}

TEST(JudgeClaim, HoldsThePapersNumbersAgainstOneAnother) {
  const std::string test = R"({"in": "t", "metric": "test_s", "statistic": "reported", "compare":
      {"left": {"method": "exact"}, "right": {"method": "rm"}, "is": "close", "tolerance": 0.05,
       "factor_metric": "test_speedup"}})";
  Summary made = Made({Printed({"x", "k", "exact", 0}, "test_s", 30),
                       Printed({"x", "k", "rm", 10}, "test_s", 10),
                       Printed({"x", "k", "rm", 10}, "test_speedup", 2.9)});
  const JudgedClaim holds = JudgeIn(test, made);
  EXPECT_EQ(holds.verdict, ClaimVerdict::kHolds);
  EXPECT_EQ(holds.why, "x k exact 30, x k rm D=10 10 × 2.9");
  made.rows[2].reported->value = 2.8;  // 30 > 1.05 · 28
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kFails);
  made.rows[0].measured = {4, 28, 0.1, 0.05};  // what was measured does not count
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kFails);
  made.rows.pop_back();  // no speed-up is printed
  EXPECT_EQ(JudgeIn(test, made).why, "no cells of t to tell by");
}

TEST(JudgeClaim, TakesAFactorFromTheRightCell) {
  const std::string test = R"({"in": "t", "metric": "test_s", "compare": {"left": {"method": "a"},
      "right": {"method": "b"}, "is": "less", "factor": 0.5, "factor_metric": "accuracy"}})";
  Summary made =
      Made({Row({"x", "k", "a", 1}, 5), Row({"x", "k", "b", 1}, 2), Row({"x", "k", "b", 1}, 6)});
  made.rows[0].metric = made.rows[1].metric = "test_s";
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kHolds);  // 5 < 0.5 · 6 · 2
  made.rows[0].measured.mean = 7;
  EXPECT_EQ(JudgeIn(test, made).verdict, ClaimVerdict::kFails);
  made.rows.pop_back();
  EXPECT_EQ(JudgeIn(test, made).why, "no data of x k b D=1");
}

TEST(JudgeClaim, SaysWhereTimesAreNotValid) {
  Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2),
                       Row({"x", "k", "a", 2}, 1), Row({"x", "k", "b", 2}, 2)});
  made.rows[1].invalid_times = 1;
  const JudgedClaim judged = JudgeIn(kLess, made);
  EXPECT_EQ(judged.verdict, ClaimVerdict::kHolds);
  EXPECT_THAT(judged.why,
              ::testing::EndsWith("(other work ran beside the trials timed, cases: 1)"));
  made.rows.resize(2);
  EXPECT_THAT(
      JudgeIn(kLess, made).why,
      ::testing::EndsWith("(70.7 standard errors) (other work ran beside the trials timed)"));
  made.rows[1].invalid_times = 0;
  EXPECT_THAT(JudgeIn(kLess, made).why, ::testing::EndsWith("(70.7 standard errors)"));
}

TEST(JudgeClaim, CannotTellWithoutData) {
  Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2)});
  made.rows[1].measured = {};
  EXPECT_EQ(JudgeIn(kLess, made).why, "no data of x k b D=1");
  made.rows.pop_back();
  EXPECT_EQ(JudgeIn(kLess, made).why, "no cells of t to tell by");
  EXPECT_EQ(Judge(ClaimsOf(kLess).front(), {}).why, "no results of t");
}

TEST(JudgeClaim, DecidesWithoutTheMissingCellsWhereTheyWouldChangeNothing) {
  Summary made =
      Made({Row({"x", "k", "a", 1}, 3), Row({"x", "k", "b", 1}, 2), Row({"x", "k", "a", 2}, 1),
            Row({"x", "k", "b", 2}, 2), Row({"x", "k", "a", 4}, 1), Row({"x", "k", "b", 4}, 2)});
  made.rows[5].measured = {};
  const JudgedClaim fails = JudgeIn(kLess, made);  // 3 > 2 at D = 1, whatever D = 4 has
  EXPECT_EQ(fails.verdict, ClaimVerdict::kFails);
  EXPECT_THAT(fails.why, ::testing::StartsWith("1 of 2 "));
  EXPECT_THAT(fails.why, ::testing::EndsWith(" (no data, cases: 1)"));
  const auto with_share = [](const std::string& share) {
    std::string test = kLess;
    return test.insert(1, "\"share\": " + share + ", ");
  };
  EXPECT_EQ(JudgeIn(with_share("0.5"), made).why, "no data of x k b D=4");  // D = 4 would decide
  EXPECT_EQ(JudgeIn(with_share("0.3"), made).verdict, ClaimVerdict::kHolds);
  made.rows[4].measured = {};  // a case is missing whichever side is
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
  made.rows[0].measured.mean = 2.02;  // false by less than two standard errors, of 0.0141
  EXPECT_EQ(JudgeIn(kLess, made).why, "no data of x k a D=4");
  made.rows[0].measured.mean = 2.03;
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
  made.rows[0].measured.standard_error = made.rows[1].measured.standard_error = std::nullopt;
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kUntold);  // one draw each
}

// Where all trials of a cell failed, there need not be a row of the metric.
TEST(JudgeClaim, ACellWithoutAFinishedTrialIsMissingWhateverTheMetric) {
  Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2)});
  for (const SummaryRow& row : made.rows) made.methods[row.cell] = {};
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
  for (const char* method : {"a", "b"}) made.methods[{"y", "k", method, 1}] = {};
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kUntold);
  EXPECT_EQ(JudgeIn(kLess, made).why, "no data of y k a D=1");
  std::string only_x = kLess;
  only_x.insert(1, R"("where": {"dataset": "x"}, )");
  EXPECT_EQ(JudgeIn(only_x, made).verdict, ClaimVerdict::kHolds);
  for (const char* method : {"a", "b"}) {  // the metric is none of y's
    made.rows.push_back(Row({"y", "k", method, 1}, 1));
    made.rows.back().metric = "rmse";
  }
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
  made.methods[{"z", "k", "c", 1}] = {};  // a method that never has the metric
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
}

// A folder that is half run.
TEST(JudgeClaim, ADataSetThatHasNotBegunIsMissing) {
  Summary made = Made({Row({"x [minmax]", "k", "a", 1}, 1), Row({"x [minmax]", "k", "b", 1}, 2)});
  for (const SummaryRow& row : made.rows) made.methods[row.cell] = {};
  made.provenance.datasets = {"x"};
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
  made.provenance.datasets = {"x", "y"};
  EXPECT_EQ(JudgeIn(kLess, made).why, "no data of y k a D=1");
  made.rows[1].measured.mean = 0.5;  // false of x already
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
}

// A folder that is half run, within a data set: y has a and not yet b.
TEST(JudgeClaim, AMethodThatHasNotBegunIsMissingWhileTrialsAre) {
  Summary made =
      Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2), Row({"y", "k", "a", 7}, 1)});
  for (const SummaryRow& row : made.rows) made.methods[row.cell] = {};
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
  made.missing_trials = 1;
  EXPECT_EQ(JudgeIn(kLess, made).why, "no data of y k b D=7");
}

// Of cells without random draws one value is enough.
TEST(JudgeClaim, AnExactCaseIsClear) {
  Summary made = Made({Row({"x", "k", "a", 1}, 3, 0), Row({"x", "k", "b", 1}, 2, 0),
                       Row({"x", "k", "a", 2}, 1), Row({"x", "k", "b", 2}, 2)});
  made.rows[3].measured = {};
  for (int i : {0, 1}) made.rows.at(static_cast<std::size_t>(i)).measured.standard_error = {};
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kUntold);
  made.rows[0].has_spread = made.rows[1].has_spread = false;
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
}

// A substitute's cells are left out before it has begun, too.
TEST(JudgeClaim, ASubstituteThatHasNotBegunIsNotMissing) {
  Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2)});
  for (const SummaryRow& row : made.rows) made.methods[row.cell] = {};
  made.provenance.datasets = {"x", "y_sample"};
  made.substitutes["y_sample"] = "y";
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kHolds);
}

// 0.28 · 25 is a little more than 7 in doubles.
TEST(JudgeClaim, AShareOfAWholeNumberOfCasesIsThatNumber) {
  std::string test = kLess;
  test.insert(1, R"("share": 0.28, )");
  std::vector<SummaryRow> rows;
  for (int size = 1; size <= 25; ++size) {
    rows.push_back(Row({"x", "k", "a", size}, size <= 7 ? 1 : 3));
    rows.push_back(Row({"x", "k", "b", size}, 2));
  }
  EXPECT_EQ(JudgeIn(test, Made(rows)).verdict, ClaimVerdict::kHolds);
  rows[12].measured.mean = 3;  // of the seventh
  EXPECT_EQ(JudgeIn(test, Made(rows)).verdict, ClaimVerdict::kFails);
}

ClaimCase OnlyCase(const std::string& test, const Summary& summary) {
  const ClaimCases found = CasesOf(ClaimsOf(test).front().tests.front(), summary);
  EXPECT_EQ(found.cases.size(), 1U);
  return found.cases.at(0);
}

TEST(ClaimCases, ADifferenceHasTheStandardErrorOfTwoMeans) {
  const Summary made = Made({Row({"x", "k", "a", 1}, 1, 0.03), Row({"x", "k", "b", 1}, 2, 0.04)});
  EXPECT_NEAR(OnlyCase(kLess, made).standard_error, 0.05, 1e-12);
  std::string twice = kLess;
  twice.replace(twice.find(R"("is": "less")"), 12, R"("is": "less", "factor": 2)");
  EXPECT_NEAR(OnlyCase(twice, made).standard_error, std::hypot(0.03, 0.08), 1e-12);
}

// s/√(2(n − 1)) of four normal values: 0.6/√6 and 0.8/√6.
TEST(ClaimCases, AStandardDeviationHasThatOfNormalValues) {
  std::string test = kLess;
  test.insert(1, R"("statistic": "std", )");
  const Summary made = Made({Row({"x", "k", "a", 1}, 9, 0.3), Row({"x", "k", "b", 1}, 1, 0.4)});
  const ClaimCase one = OnlyCase(test, made);
  EXPECT_NEAR(one.margin, 0.2, 1e-12);
  EXPECT_NEAR(one.standard_error, 1 / std::sqrt(6.0), 1e-12);
}

// log2 of D is 1, 2, 3, 4 and of the values 0, 1, 1, 2: slope 0.6, Σr² = 0.2, Σ(x − x̄)² = 5.
TEST(ClaimCases, ASlopeHasTheStandardErrorOfItsResiduals) {
  const std::string test = R"({"in": "t", "metric": "accuracy", "slope": {"of": {}, "least": 0}})";
  const Summary made = Made({Row({"x", "k", "a", 2}, 1), Row({"x", "k", "a", 4}, 2),
                             Row({"x", "k", "a", 8}, 2), Row({"x", "k", "a", 16}, 4)});
  const ClaimCase one = OnlyCase(test, made);
  EXPECT_NEAR(one.margin, 0.6, 1e-12);
  EXPECT_NEAR(one.standard_error, std::sqrt(0.2 / 2 / 5), 1e-12);
}

Summary WithSubstitute(Summary summary, const std::string& dataset) {
  DatasetFacts facts;
  facts.label = dataset;
  facts.substitutes = "the real one";
  summary.datasets.push_back(facts);
  return summary;
}

TEST(JudgeClaim, SubstituteDataAloneCannotTell) {
  for (const double right : {2., 0.5}) {
    const Summary made = Made({Row({"s", "k", "a", 1}, 1), Row({"s", "k", "b", 1}, right)});
    const JudgedClaim judged = JudgeIn(kLess, WithSubstitute(made, "s"));
    EXPECT_EQ(judged.verdict, ClaimVerdict::kUntold);
    EXPECT_EQ(judged.why, "only substitute data in t (s)");
  }
}

// The substitute would turn the verdict either way.
TEST(JudgeClaim, BesideOthersSubstituteDataAreLeftOut) {
  for (const bool holds : {true, false}) {
    const double real = holds ? 2 : 0.5, substitute = holds ? 0.5 : 2;
    const Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, real),
                               Row({"s", "k", "a", 1}, 1), Row({"s", "k", "b", 1}, substitute)});
    const JudgedClaim judged = JudgeIn(kLess, WithSubstitute(made, "s"));
    EXPECT_EQ(judged.verdict, holds ? ClaimVerdict::kHolds : ClaimVerdict::kFails);
    EXPECT_THAT(judged.why, ::testing::EndsWith("(without substitute data: s)"));
  }
}

// The paper's own numbers are of its own data.
TEST(JudgeClaim, NumbersOfThePaperAreNoSubstitute) {
  std::string test = kLess;
  test.insert(1, R"("statistic": "reported", )");
  const Summary made = Made(
      {Printed({"s", "k", "a", 1}, "accuracy", 1), Printed({"s", "k", "b", 1}, "accuracy", 2)});
  EXPECT_EQ(JudgeIn(test, WithSubstitute(made, "s")).verdict, ClaimVerdict::kHolds);
}

TEST(JudgeClaim, UnsolvedTrialsDecideNothing) {
  Summary made = Made({Row({"x", "k", "a", 1}, 1), Row({"x", "k", "b", 1}, 2),
                       Row({"x", "k", "a", 2}, 1), Row({"x", "k", "b", 2}, 2)});
  made.rows[3].unsolved = true;
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kUntold);
  EXPECT_THAT(JudgeIn(kLess, made).why, HasSubstr("(trials not solved, cases: 1)"));
  made.rows[3].measured.mean = 0.5;
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kUntold);
  std::string half = kLess;
  half.insert(1, R"("share": 0.5, )");
  EXPECT_EQ(JudgeIn(half, made).verdict, ClaimVerdict::kHolds);
  made.rows[1].measured.mean = 0.5;  // a solved case is false already
  EXPECT_EQ(JudgeIn(kLess, made).verdict, ClaimVerdict::kFails);
  EXPECT_EQ(JudgeIn(half, made).verdict, ClaimVerdict::kUntold);
}

}  // namespace
}  // namespace mercer
