#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using testing::Column;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::Not;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;
namespace fs = std::filesystem;

TEST(Runner, ARecordOfOtherDataIsDiscardedAndRunsAgainWhenAsked) {
  SmallRun run;
  run.Run(SmallConfig());
  const auto rows = run.Rows();
  const std::string id = rows[3].Text("trial_id");
  testing::ChangeRecord(run.out(), id, [](ResultRecord& wrong, std::string& identity) {
    wrong.SetText("accuracy", "0.123");
    wrong.SetText("error_rate", "0.877");
    wrong.SetText("value", "0.123");
    identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
  });
  const fs::path file = testing::RecordsFiles(run.out()).front();
  const std::string first = testing::ReadFile(file);
  const auto plan = run.Plan(SmallConfig());
  const auto stale = std::find_if(plan.begin(), plan.end(), [&](const PlannedTrial& planned) {
    return planned.trial.id == id;
  });
  EXPECT_TRUE(stale->stale);
  EXPECT_FALSE(stale->run);
  for (int again = 0; again < 2; ++again) {
    const RunSummary summary = run.Run(SmallConfig());
    EXPECT_THAT(summary.stale, ElementsAre(id));
    EXPECT_EQ(summary.ran, 0U);
    EXPECT_THAT(Column(run.Rows(), "trial_id"), Not(Contains(id)));
    EXPECT_THAT(ResultStore(run.out(), "test/small").stale(), ElementsAre(id));
  }
  RunOptions options;
  options.retry = {"stale"};
  const RunSummary summary = run.Run(SmallConfig(), options);
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_EQ(Timeless(run.Rows()), Timeless(rows));
  EXPECT_THAT(first, HasSubstr("0.123"));
  EXPECT_EQ(testing::ReadFile(file), first) << "the old record stays";
  EXPECT_THAT(run.Run(SmallConfig()).stale, IsEmpty());
}

TEST(Runner, OtherSeedsMakeResultsStaleUntilAskedFor) {
  SmallRun run;
  run.Run(SmallConfig());
  const auto rows = run.Rows();
  Json other = SmallConfig();
  other["seed"] = 8;
  RunSummary summary = run.Run(other);
  EXPECT_THAT(summary.stale, SizeIs(6));
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_THAT(run.Rows(), IsEmpty());
  RunOptions options;
  options.retry = {"stale"};
  EXPECT_EQ(run.Run(other, options).ran, 6U);
  EXPECT_NE(run.Rows()[2].Text("features_hash"), rows[2].Text("features_hash"));
  summary = run.Run(SmallConfig());
  EXPECT_EQ(summary.kept, 6U) << "going back costs nothing";
  EXPECT_EQ(Timeless(run.Rows()), Timeless(rows));
}

// It has a file of its own, in which a line says that the old record counts no more.
TEST(Runner, ARunThatOnlyDiscardsCountsItsLines) {
  SmallRun run;
  run.Run(SmallConfig());
  const fs::path first = testing::RecordsFiles(run.out()).front();
  testing::ChangeRecord(run.out(), run.Rows()[3].Text("trial_id"),
                        [](ResultRecord&, std::string& identity) {
                          identity.replace(identity.find("dataset_sha256=") + 15, 4, "0000");
                        });
  EXPECT_EQ(run.Run(SmallConfig()).ran, 0U);
  std::vector<fs::path> files = testing::RecordsFiles(run.out());
  std::erase(files, first);
  ASSERT_THAT(files, SizeIs(1));
  testing::WriteFile(files.front(), "");
  EXPECT_THAT(ReadResults(run.out()).problems, Contains(HasSubstr("has 0 of its 1 line:")));
}

TEST(Runner, NewCellsOfAnEditedConfigAreNotStale) {
  SmallRun run;
  run.Run(SmallConfig());
  Json config = SmallConfig();
  config["methods"][0]["learner"]["cost"] = 2;
  config["methods"][1]["D"] = {20, 30};
  const RunSummary summary = run.Run(config);
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(summary.ran, 4U);
  EXPECT_EQ(summary.kept, 4U);
}

// A version is a number behind '@' in the identity.
TEST(Runner, AnotherVersionOfTheCodeMakesARecordStale) {
  SmallRun run;
  run.Run(SmallConfig());
  const std::string id = run.Rows()[2].Text("trial_id"), old = id + "-old";
  testing::ChangeRecord(run.out(), id, [&](ResultRecord& record, std::string& identity) {
    const std::size_t at = identity.find('@', identity.find("map="));
    identity.replace(at, 2, "@0");
    record.SetText("trial_id", old);
  });
  const RunSummary summary = run.Run(SmallConfig());
  EXPECT_THAT(summary.stale, ElementsAre(id));
  EXPECT_EQ(summary.ran, 0U);
  EXPECT_EQ(summary.unlisted, 1U);
  EXPECT_THAT(run.Rows(), SizeIs(5));
}

}  // namespace
}  // namespace mercer
