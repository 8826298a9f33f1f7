#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/run/plan/planner.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using ::testing::SizeIs;
using testing::SmallConfig;
using testing::SmallRun;

/// Exact, and a factorization machine that would take minutes.
Json LimitedConfig() {
  Json config = SmallConfig();
  config["repetitions"] = 1;
  config["datasets"][0]["labels"] = {{"name", "class_vs_rest"}, {"class", "spec_prior"}};
  config["methods"].erase(2);
  config["methods"].erase(1);
  config["methods"].push_back(Json::parse(
      R"({"id": "fm", "learner": {"name": "factorization_machine", "beta": 1e-9, "rank": 200,
          "tolerance": 1e-300, "max_passes": 100000000}, "budget": {"fit_time_of": "exact"}})"));
  return config;
}

/// The record of a trial as if it had taken so long.
void SetFitSeconds(const SmallRun& run, const std::string& id, const std::string& seconds) {
  testing::ChangeRecord(
      run.out(), id, [&](ResultRecord& record, std::string&) { record.SetText("fit_s", seconds); });
}

RunOptions StaleToo() {
  RunOptions options;
  options.retry = {"stale"};
  return options;
}

TEST(Budget, TheLimitedMethodStopsWhenTheOtherWouldHaveBeenDone) {
  SmallRun run;
  EXPECT_EQ(run.Run(LimitedConfig()).ok, 2U);
  const std::string exact = run.Rows()[0].Text("trial_id");
  SetFitSeconds(run, exact, "0.25");
  EXPECT_THAT(run.Run(LimitedConfig()).stale, SizeIs(1)) << "another budget, another result";
  EXPECT_EQ(run.Run(LimitedConfig(), StaleToo()).ran, 1U);
  const auto rows = run.Rows();
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_GE(*rows[1].Number("fit_s"), 0.25);
  EXPECT_LT(*rows[1].Number("fit_s"), 60) << "a pass more, not a hundred million";
  EXPECT_THAT(rows[1].Text("message"),
              HasSubstr("budget: 0.25 s, the training time of trial " + exact));
  EXPECT_THAT(rows[1].Text("message"), HasSubstr("; stopped by it"));
  EXPECT_EQ(rows[1].Text("warnings"), "") << "stopping in time is what was asked for";
  EXPECT_EQ(run.Run(LimitedConfig()).kept, 2U);
}

TEST(Budget, MoreTimeIsMorePasses) {
  SmallRun run;
  run.Run(LimitedConfig());
  const std::string exact = run.Rows()[0].Text("trial_id");
  SetFitSeconds(run, exact, "0.000001");
  run.Run(LimitedConfig(), StaleToo());
  EXPECT_EQ(*run.Rows()[1].Number("iterations"), 1);
  SetFitSeconds(run, exact, "1");
  run.Run(LimitedConfig(), StaleToo());
  EXPECT_GT(*run.Rows()[1].Number("iterations"), 2);
}

TEST(Budget, ThePhasesOfTheProtocolCount) {
  SmallRun run;
  Json config = LimitedConfig();
  config["methods"][0] = SmallConfig()["methods"][1];
  config["methods"][1]["budget"]["fit_time_of"] = "rm";
  run.Run(config);
  const auto rows = run.Rows();
  const double sum =
      *rows[0].Number("draw_s") + *rows[0].Number("transform_train_s") + *rows[0].Number("fit_s");
  const std::string& message = rows[1].Text("message");
  const double budget = std::stod(message.substr(message.find("budget: ") + 8));
  EXPECT_NEAR(budget, sum, 1e-12);
}

TEST(Budget, WithoutTheOtherTrialNoneRuns) {
  SmallRun run;
  Json config = LimitedConfig();
  config["datasets"][0]["labels"] = {{"name", "class_vs_rest"}, {"class", "recommend"}};
  EXPECT_EQ(run.Run(config).failed, 2U);
  EXPECT_THAT(run.Rows()[1].Text("message"), HasSubstr("whose training time is its budget"));
}

TEST(Budget, OnlyTheLimitedMethodBringsTheOther) {
  SmallRun run;
  RunOptions options;
  options.only = {{"method", "fm"}};
  EXPECT_EQ(run.Run(LimitedConfig(), options).ran, 2U);
}

}  // namespace
}  // namespace mercer
