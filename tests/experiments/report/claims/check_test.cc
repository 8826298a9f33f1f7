#include "experiments/report/claims/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/catalogue/fixtures.h"
#include "tests/experiments/report/made_results.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MadeRecord;

// Two claims on accuracy, the second of two tables, of a paper whose other table has no results.
constexpr char kClaims[] = R"({"claims": [
    {"id": "a", "text": "rm is above 0.9", "source": "Table 1", "quote": "so",
     "tests": [{"in": "table", "metric": "accuracy",
                "value": {"of": {"method": "rm"}, "least": 0.9}}]},
    {"id": "b", "text": "rm is above 0.9 twice", "source": "Table 1", "quote": "so",
     "tests": [{"in": "table", "metric": "accuracy",
                "value": {"of": {"method": "rm"}, "least": 0.9}},
               {"in": "other", "metric": "accuracy",
                "value": {"of": {"method": "rm"}, "least": 0.9}}]}]})";

class CheckClaims : public ::testing::Test {
 protected:
  CheckClaims() {
    std::filesystem::create_directories(share_.path() / "datasets");
    testing::WriteFile(share_ / "configs/made2000/claims.json", kClaims);
  }

  void Write(const std::string& accuracy) const {
    nlohmann::json config = testing::MadeConfig();
    config["datasets"].erase(1);  // no trial is of it
    testing::WriteResults(
        results_ / "made2000/table",
        testing::MadeResults(
            {MadeRecord({{"trial_id", "t"},
                         {"method", "rm"},
                         {"map", "random_maclaurin"},
                         {"D", "100"},
                         {"accuracy", accuracy}})},
            "table 1,alpha,polynomial,rm,100,accuracy,0.95,0.001,fraction,2,printed,\n", config));
  }

  const testing::TemporaryFolder share_, results_;
  const testing::ScopedEnvironment environment_{"MERCER_SHARE", share_.path().string()};
};

TEST_F(CheckClaims, TellsThoseOfOneTableBesideItsCells) {
  Write("0.95");
  const CheckResult result = Check(results_ / "made2000/table");
  EXPECT_THAT(result.text,
              HasSubstr("0 exact, 1 agree, 0 better, 0 worse, 0 unsolved, 0 cannot be told."));
  EXPECT_THAT(result.text, HasSubstr("Claims: 1 hold, 0 do not hold, 0 cannot be told."));
  EXPECT_THAT(result.text, HasSubstr("alpha polynomial rm D=100 0.95"));
  EXPECT_THAT(result.text, ::testing::Not(HasSubstr("twice")));
}

TEST_F(CheckClaims, AFailingClaimIsAFindingAndChangesNoExitCode) {
  testing::WriteFile(share_ / "configs/made2000/claims.json", R"({"claims": [
    {"id": "a", "text": "rm is above 0.99", "source": "Table 1", "quote": "so",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {}, "least": 0.99}}]}]})");
  Write("0.95");
  const CheckResult result = Check(results_ / "made2000/table");
  EXPECT_THAT(result.text, HasSubstr("Claims: 0 hold, 1 do not hold, 0 cannot be told."));
  EXPECT_EQ(result.ExitCode(), 0);
}

TEST_F(CheckClaims, WithoutNumbersOfAPaperOneSentenceStandsForTheTable) {
  testing::WriteResults(results_ / "own/table",
                        testing::MadeResults({MadeRecord({{"method", "rm"}})}, ""));
  const std::string text = Check(results_ / "own/table").text;
  EXPECT_THAT(text, HasSubstr("The experiment has no paper's numbers to check."));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("cell by cell")));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("0 agree")));
}

// What is not there may have been what the verdict hangs on.
TEST_F(CheckClaims, DamageAndTrialsThatFailedAreToldAndDamageChangesTheExitCode) {
  testing::WriteResults(
      results_ / "made2000/table",
      testing::MadeResults(
          {MadeRecord({{"trial_id", "t"}, {"method", "rm"}, {"accuracy", "0.94"}}),
           MadeRecord({{"trial_id", "u"}, {"method", "rm"}, {"status", "timeout"}})},
          "table 1,alpha,polynomial,rm,,accuracy,0.94,,fraction,2,printed,\n"));
  const auto table = results_ / "made2000/table";
  EXPECT_EQ(Check(table).ExitCode(), 0);
  EXPECT_THAT(Check(table).text, HasSubstr("1 of 2 trials ended well."));
  testing::WriteFile(table / "context/broken.json", "{");
  EXPECT_EQ(Check(table).ExitCode(), 1);
  EXPECT_THAT(Check(table).text, HasSubstr("context/broken.json is damaged and left out"));
  const CheckResult all = CheckAll(results_.path());
  EXPECT_EQ(all.ExitCode(), 1);
  EXPECT_THAT(all.text, HasSubstr("made2000/table: 1 of 2 trials ended well; context/broken.json "
                                  "is damaged and left out."));
}

TEST_F(CheckClaims, AllIsTheScoreboard) {
  Write("0.85");
  const CheckResult result =
      CheckAll(results_.path(), "markdown", {.tables = true, .claims = true});
  EXPECT_EQ(result.cells.worse, 1);
  EXPECT_EQ(result.ExitCode(), 1);
  // "b" fails in one table, whatever the other would say.
  EXPECT_THAT(result.text, HasSubstr("| made2000 | 0 | 0 | 0 | 1 | 0 | 0 | 0 of 2 | – |"));
  EXPECT_THAT(result.text, HasSubstr("| table | table 1 | 1 | 0 | 0 | 0 | 1 | 0 | 0 |"));
  EXPECT_THAT(result.text, HasSubstr("### Claims of made2000"));
  Write("0.95");
  const std::string short_one = CheckAll(results_.path(), "markdown").text;
  EXPECT_THAT(short_one, HasSubstr("| made2000 | 0 | 1 | 0 | 0 | 0 | 0 | "
                                   "1 of 1 (1 cannot be told) | – |"));
  EXPECT_THAT(short_one, ::testing::Not(HasSubstr("table 1")));
  EXPECT_THAT(short_one, ::testing::Not(HasSubstr("### Claims")));
}

// Folders of names that begin with a dot are those that a publication is making, or left behind.
TEST_F(CheckClaims, WhatIsBeingPublishedIsLeftOut) {
  Write("0.95");
  const std::string alone = CheckAll(results_.path(), "markdown", {.tables = true}).text;
  std::filesystem::create_directories(results_ / "made2000/.partial-other.7/context");
  std::filesystem::copy(results_ / "made2000/table", results_ / "made2000/.partial-table.8",
                        std::filesystem::copy_options::recursive);
  std::filesystem::create_directories(results_ / ".other/table");
  EXPECT_EQ(CheckAll(results_.path(), "markdown", {.tables = true}).text, alone);
}

TEST_F(CheckClaims, OurOwnSentencesAreCountedApart) {
  testing::WriteFile(share_ / "configs/made2000/claims.json", R"({"claims": [
    {"id": "a", "text": "rm is above 0.99", "source": "Table 1", "quote": "always near 1",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {}, "least": 0.99}}]},
    {"id": "b", "text": "rm is above 0.5", "source": "Table 1", "by": "mercer",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {}, "least": 0.5}}]}]})");
  Write("0.95");
  EXPECT_THAT(CheckAll(results_.path(), "markdown").text, HasSubstr("| 0 of 1 | 1 of 1 |"));
  const std::string text = Check(results_ / "made2000/table", "markdown").text;
  EXPECT_THAT(text, HasSubstr("Claims: 0 hold, 1 do not hold, 0 cannot be told."));
  EXPECT_THAT(text, HasSubstr("Claims of our own: 1 hold, 0 do not hold, 0 cannot be told."));
  EXPECT_THAT(text, HasSubstr("| Table 1: “always near 1” | paper |"));
  EXPECT_THAT(text, HasSubstr("| Table 1 | mercer |"));
}

// A result that is better is a finding too, and no failure.
TEST_F(CheckClaims, ABetterCellIsNoFailure) {
  Write("0.999");
  const CheckResult result = Check(results_ / "made2000/table");
  EXPECT_EQ(result.cells.better, 1);
  EXPECT_EQ(result.ExitCode(), 0);
}

// Two tables are judged by one number: the paper's line has it once, each table's line its own.
TEST_F(CheckClaims, ATableOutsideTheScoreCountsInItsOwnLineOnly) {
  Write("0.95");
  nlohmann::json config = testing::MadeConfig();
  config["paper"]["scored"] = false;
  testing::WriteResults(
      results_ / "made2000/variant",
      testing::MadeResults(
          {MadeRecord({{"trial_id", "t"}, {"method", "rm"}, {"D", "100"}, {"accuracy", "0.85"}})},
          "table 1,alpha,polynomial,rm,100,accuracy,0.95,,fraction,2,printed,\n", config));
  const CheckResult result = CheckAll(results_.path(), "markdown", {.tables = true});
  EXPECT_THAT(result.text, HasSubstr("| made2000 | 0 | 1 | 0 | 0 | 0 | 0 |"));
  EXPECT_THAT(result.text, HasSubstr("| variant | table 1 | 1 | 0 | 0 | 0 | 1 | 0 | 0 |"));
  EXPECT_EQ(result.cells.worse, 0);
}

// Configs of our own are compared with nothing, but what their folders lack is told.
TEST_F(CheckClaims, ConfigsOfNoPaperHaveNoLine) {
  Write("0.95");
  nlohmann::json config = testing::MadeConfig();
  config.erase("paper");
  testing::WriteResults(
      results_ / "questions/own",
      testing::MadeResults(
          {MadeRecord({{"trial_id", "t"}, {"method", "rm"}, {"status", "failed"}})}, "", config));
  const std::string text = CheckAll(results_.path(), "markdown").text;
  EXPECT_THAT(text, HasSubstr("| made2000 |"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("| questions |")));
  EXPECT_THAT(text, HasSubstr("questions/own: 0 of 1 trials ended well."));
}

// Times have no verdict, and cells of substitute data count as such: a row without a band is not
// left out where it cannot be told or is unsolved, nor counted where it has no verdict.
TEST(CountCells, CountsEveryVerdictOnce) {
  Summary summary;
  const Verdict all[] = {Verdict::kNotReported, Verdict::kExact, Verdict::kAgrees,
                         Verdict::kBetter,      Verdict::kWorse, Verdict::kUnsolved,
                         Verdict::kUntold,      Verdict::kNone};
  int times = 0;
  for (const Verdict verdict : all) {
    SummaryRow row;
    row.judgement.verdict = verdict;
    for (int i = 0; i <= times; ++i) summary.rows.push_back(row);
    ++times;
  }
  EXPECT_EQ(CountCells(summary).Texts(), (std::vector<std::string>{"2", "3", "4", "5", "6", "7"}));
  CellCounts twice = CountCells(summary);
  twice += CountCells(summary);
  EXPECT_EQ(twice.Sentence(),
            "4 exact, 6 agree, 8 better, 10 worse, 12 unsolved, 14 cannot be told");
}

TEST_F(CheckClaims, SaysWhatIsWrong) {
  EXPECT_EQ(testing::FaultOf([&] { CheckAll(results_ / "none"); }),
            (results_ / "none").string() + " is no folder; expected one of results by citekey");
  Write("0.95");
  EXPECT_THAT(testing::FaultOf([&] { Check(results_ / "made2000/table", "html"); }),
              HasSubstr("unknown check format 'html'"));
}

}  // namespace
}  // namespace mercer
