#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Json;
using ::testing::SizeIs;
using testing::SmallRun;
using testing::Timeless;

/// A tuning trial, exact that takes its cost, rm and h01.
Json TunedConfig() {
  Json config = testing::SmallConfig();
  config["repetitions"] = 1;
  config["tuning"] = Json::parse(R"([{"method": "exact", "grid": {"learner.cost": [0.1, 1]},
                                      "by": {"validation_fraction": 0.3}}])");
  return config;
}

/// Records the times as valid, except those of the rows with this method or this metric.
void InvalidateTimes(const SmallRun& run, const std::string& method, const std::string& metric) {
  for (const ResultRecord& row : run.Rows()) {
    const bool valid = row.Text("method") != method && row.Text("metric") != metric;
    testing::ChangeRecord(run.out(), row.Text("trial_id"), [&](ResultRecord& record, std::string&) {
      record.SetText("timing_valid", valid ? "true" : "false");
    });
  }
}

std::vector<std::string> WouldRun(SmallRun& run, const std::vector<std::string>& retry) {
  RunOptions options;
  options.retry = retry;
  std::vector<std::string> methods;
  for (const PlannedTrial& planned : run.Plan(TunedConfig(), options))
    if (planned.run) methods.push_back(planned.trial.cell.method);
  return methods;
}

TEST(RetryTimes, ChoosesTheTrialsWithInvalidTimesButNoTuningTrial) {
  SmallRun run;
  run.Run(TunedConfig());
  ASSERT_THAT(run.Rows(), SizeIs(4));
  InvalidateTimes(run, "rm", "tuning");
  EXPECT_THAT(WouldRun(run, {"invalid_times"}), ElementsAre("rm"));
  EXPECT_THAT(WouldRun(run, {"failed", "timeout", "out_of_memory", "skipped", "stale"}), IsEmpty());
  EXPECT_THAT(WouldRun(run, {}), IsEmpty());
}

TEST(RetryTimes, TheNewTimesReplaceTheOldAndAllElseStays) {
  SmallRun run;
  run.Run(TunedConfig());
  const auto rows = run.Rows();
  InvalidateTimes(run, "rm", "");
  RunOptions options;
  options.retry = {"invalid_times"};
  const RunSummary summary = run.Run(TunedConfig(), options);
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_EQ(summary.kept, 3U);
  EXPECT_THAT(summary.stale, IsEmpty());
  EXPECT_EQ(Timeless(run.Rows()), Timeless(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool again = rows[i].Text("method") == "rm";
    EXPECT_EQ(run.Rows()[i].Text("run_id") != rows[i].Text("run_id"), again) << i;
  }
}

}  // namespace
}  // namespace mercer
