#include "experiments/report/paper_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/catalogue/catalogue.h"
#include "experiments/report/claim_verdicts.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using Kind = ClaimTest::Kind;
using ::testing::HasSubstr;

// The claims of a file that holds one claim with this test.
std::vector<PaperClaim> ClaimsOf(const std::string& test) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "claims.json", R"({"claims": [{"id": "a", "text": "t", "source": "s",
      "tests": [)" + test + "]}]}");
  return ReadPaperClaims(folder / "claims.json");
}

SummaryRow Row(const CellKey& cell, double mean, double standard_error = 0.01) {
  SummaryRow row;
  row.cell = cell;
  row.metric = "accuracy";
  row.measured = {4, mean, 2 * standard_error, standard_error};
  return row;
}

Summary Made(std::vector<SummaryRow> rows) {
  Summary summary;
  summary.rows = std::move(rows);
  return summary;
}

JudgedClaim JudgeIn(const std::string& test, const Summary& summary) {
  return Judge(ClaimsOf(test).front(), {{"t", &summary}});
}

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

TEST(ReadPaperClaims, TellsEveryFaultWithItsPointer) {
  const auto fault = [](const std::string& test) {
    return testing::FaultOf([&] { ClaimsOf(test); });
  };
  EXPECT_THAT(
      fault(R"({"in": "t", "metric": "acuracy", "compare": {"left": {"methd": "a"},
                        "right": {}, "is": "lesser"}, "statistic": "median"})"),
      ::testing::AllOf(
          HasSubstr("/claims/0/tests/0/metric: unknown metric 'acuracy'"),
          HasSubstr(
              "/claims/0/tests/0/statistic: expected 'mean', 'std' or 'reported', got 'median'"),
          HasSubstr("/claims/0/tests/0/compare/left/methd: unknown key of a cell 'methd'"),
          HasSubstr("/compare/is: expected 'less', 'greater' or 'close', got 'lesser'")));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "compare": {"left": {}, "right": {},
                        "is": "less", "factor_metric": "speed"}})"),
              HasSubstr("/compare/factor_metric: unknown metric 'speed'"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse"})"),
              HasSubstr("expected one of compare, order, slope and value, got 0"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "order": [{}]})"),
              HasSubstr("/order: expected two selectors of cells or more"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "value": {"of": {}}})"),
              HasSubstr("/value/least: expected least, most or both"));
  EXPECT_THAT(fault(R"({"in": "t", "metric": "rmse", "value": {"of": {}, "least": 2, "most": 1}})"),
              HasSubstr("/value/least: expected a number up to that of most"));
  EXPECT_THAT(
      fault(R"({"in": "t", "metric": "rmse", "share": 2, "value": {"of": 1, "most": 1}})"),
      ::testing::AllOf(HasSubstr("/share: expected a number up to 1"), HasSubstr("/value/of: ")));
}

// One cell that a selector takes: the first of the values it lists, else the name given.
CellKey CellOf(const ClaimTest& test, const CellSelector& cells, std::int64_t size) {
  const auto first = [&](const std::string& key, const std::string& other) {
    for (const CellSelector* one : {&cells, &test.where})
      if (!one->Values(key).empty()) return one->Values(key).front();
    return other;
  };
  return {first("dataset", "data"), first("kernel", "kernel"), first("method", "method"),
          std::stoll(first("D", std::to_string(size)))};
}

std::vector<std::string> SizesOf(const ClaimTest& test) {
  for (const CellSelector* one : {&test.cells[0], &test.where})
    if (!one->Values("D").empty()) return one->Values("D");
  return {"10", "100", "1000"};
}

// Rows of which the test is true, or not.
std::vector<SummaryRow> RowsFor(const ClaimTest& test, bool holds) {
  std::vector<SummaryRow> rows;
  const auto add = [&](std::size_t i, std::int64_t size, double value) {
    rows.push_back(Row(CellOf(test, test.cells[i], size), value));
    rows.back().metric = test.metric;
    rows.back().measured.std = value;
    rows.back().reported.emplace();
    rows.back().reported->value = value;
  };
  const bool has_most = std::isfinite(test.most);
  const double low = has_most ? std::max(test.least, test.most - 2) : test.least;
  const double high = std::min(test.most, low + 2);
  const double middle = (low + high) / 2;
  const double beyond = has_most ? high + 1 : low - 1;
  switch (test.kind) {
    case Kind::kLess:
      add(0, 100, holds ? 0.5 * test.factor : 2 * test.factor);
      add(1, 100, 1);
      break;
    case Kind::kGreater:
      add(0, 100, holds ? 2 * test.factor : 0.5 * test.factor);
      add(1, 100, 1);
      break;
    case Kind::kClose:
      add(0, 100, test.factor * (holds ? 1 : 1 + 2 * test.tolerance));
      add(1, 100, 1);
      break;
    case Kind::kOrder:
      for (std::size_t i = 0; i < test.cells.size(); ++i)
        add(i, 100, holds ? 1. + static_cast<double>(i) : 1 / (1. + static_cast<double>(i)));
      break;
    case Kind::kSlope:
      for (const std::string& size : SizesOf(test)) {
        add(0, 1, std::pow(std::stod(size), holds ? middle : beyond));
        rows.back().cell.num_random_features = std::stoll(size);
      }
      break;
    case Kind::kValue:
      add(0, 100, holds ? middle : beyond);
      break;
  }
  if (!test.factor_metric.empty()) {
    rows.push_back(rows.back());
    rows.back().metric = test.factor_metric;
  }
  return rows;
}

class ShippedClaims : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedClaims, EachHoldsAndFailsOnMadeRecords) {
  for (const PaperClaim& claim :
       ReadPaperClaims(ShareDir() / "configs" / GetParam() / "claims.json")) {
    EXPECT_EQ(Judge(claim, {}).verdict, ClaimVerdict::kUntold) << claim.id;
    for (const ClaimTest& test : claim.tests) {
      PaperClaim alone = claim;
      alone.tests = {test};
      const Summary good = Made(RowsFor(test, true)), bad = Made(RowsFor(test, false));
      const JudgedClaim held = Judge(alone, {{test.table, &good}});
      EXPECT_EQ(held.verdict, ClaimVerdict::kHolds) << claim.id << ": " << held.why;
      const JudgedClaim failed = Judge(alone, {{test.table, &bad}});
      EXPECT_EQ(failed.verdict, ClaimVerdict::kFails) << claim.id << ": " << failed.why;
    }
  }
}

std::vector<std::string> PapersWithClaims() {
  std::vector<std::string> papers;
  for (const auto& entry : fs::directory_iterator(ShareDir() / "configs"))
    if (fs::exists(entry.path() / "claims.json"))
      papers.push_back(entry.path().filename().string());
  return papers;
}

INSTANTIATE_TEST_SUITE_P(All, ShippedClaims, ::testing::ValuesIn(PapersWithClaims()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mercer
