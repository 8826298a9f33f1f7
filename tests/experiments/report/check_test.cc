#include "experiments/report/check.h"

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
    {"id": "a", "text": "rm is above 0.9", "source": "Table 1",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {"method": "rm"}, "least": 0.9}}]},
    {"id": "b", "text": "rm is above 0.9 twice", "source": "Table 1",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {"method": "rm"}, "least": 0.9}},
               {"in": "other", "metric": "accuracy", "value": {"of": {"method": "rm"}, "least": 0.9}}]}]})";

class CheckClaims : public ::testing::Test {
 protected:
  CheckClaims() {
    std::filesystem::create_directories(share_.path() / "datasets");
    testing::WriteFile(share_ / "configs/made2000/claims.json", kClaims);
  }

  void Write(const std::string& accuracy) const {
    testing::WriteResults(results_ / "made2000/table",
                          testing::MadeResults({MadeRecord({{"trial_id", "t"},
                                                            {"method", "rm"},
                                                            {"map", "random_maclaurin"},
                                                            {"D", "100"},
                                                            {"accuracy", accuracy}})},
                                               "table 1,alpha,polynomial,rm,100,accuracy,0.95,,"
                                               "fraction,2,printed,\n"));
  }

  const testing::TemporaryFolder share_, results_;
  const testing::ScopedEnvironment environment_{"MERCER_SHARE", share_.path().string()};
};

TEST_F(CheckClaims, TellsThoseOfOneTableBesideItsCells) {
  Write("0.94");
  const CheckResult result = Check(results_ / "made2000/table");
  EXPECT_THAT(result.text, HasSubstr("1 inside, 0 outside, 0 cannot be told."));
  EXPECT_THAT(result.text, HasSubstr("Claims: 1 hold, 0 do not hold, 0 cannot be told."));
  EXPECT_THAT(result.text, HasSubstr("alpha polynomial rm D=100 0.94"));
  EXPECT_THAT(result.text, ::testing::Not(HasSubstr("twice")));
}

TEST_F(CheckClaims, AFailingClaimIsAFindingAndChangesNoExitCode) {
  testing::WriteFile(share_ / "configs/made2000/claims.json", R"({"claims": [
    {"id": "a", "text": "rm is above 0.99", "source": "Table 1",
     "tests": [{"in": "table", "metric": "accuracy", "value": {"of": {}, "least": 0.99}}]}]})");
  Write("0.95");
  const CheckResult result = Check(results_ / "made2000/table");
  EXPECT_THAT(result.text, HasSubstr("Claims: 0 hold, 1 do not hold, 0 cannot be told."));
  EXPECT_EQ(result.ExitCode(), 0);
}

TEST_F(CheckClaims, AllIsTheScoreboard) {
  Write("0.85");
  const CheckResult result = CheckAll(results_.path(), "markdown", true);
  EXPECT_EQ(result.outside, 1);
  EXPECT_EQ(result.ExitCode(), 1);
  EXPECT_THAT(result.text, HasSubstr("| table | table 1 | 1 | 0 of 1 | 0 |"));
  // "b" fails in one table, whatever the other would say.
  EXPECT_THAT(result.text, HasSubstr("| claims |  |  | 0 of 2 hold | 0 |"));
  EXPECT_THAT(result.text, HasSubstr("### Claims of made2000"));
  Write("0.95");
  EXPECT_THAT(CheckAll(results_.path()).text, HasSubstr("1 of 1 hold"));
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
