// Trials that depend on others, by tuned values or a budget: what is stale takes what rests on it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/experiments/run/plan/stale_folder.h"

namespace mercer {
namespace {

using ::testing::Contains;
using testing::Ids;
using testing::Json;
using ::testing::Not;
using testing::Retry;
using ::testing::SizeIs;
using testing::StaleFolder;
using ::testing::UnorderedElementsAreArray;

TEST(Stale, AStaleTuningTrialTakesAllThatRestsOnIt) {
  StaleFolder folder;
  folder.Run();
  const Ids all = folder.Of("");
  Ids expected{folder.Id("a", "exact", true), folder.Id("a", "exact"), folder.Id("a", "rff"),
               folder.Id("a", "fm")};
  folder.MakeOfOtherData(folder.Id("a", "exact", true));
  const RunSummary summary = folder.Run();
  EXPECT_THAT(summary.stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_THAT(folder.Shown(), SizeIs(6));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 4U);
  EXPECT_EQ(folder.Shown(), all);
}

TEST(Stale, AnotherTunedValueTakesAllThatHaveItAndTheBudgetsOfThese) {
  StaleFolder folder;
  folder.Run();
  const Ids expected{folder.Id("a", "exact"), folder.Id("a", "rff"), folder.Id("a", "fm")};
  folder.Rewrite(folder.Id("a", "exact", true), [](ResultRecord& record, std::string&) {
    record.SetText("tuned_params", record.Text("tuned_params") == "learner.cost=10"
                                       ? "learner.cost=0.1"
                                       : "learner.cost=10");
  });
  EXPECT_THAT(folder.Run().stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 3U);
  EXPECT_THAT(folder.Shown(), SizeIs(10));
}

TEST(Stale, AStaleSourceOfABudgetTakesWhatItLimits) {
  StaleFolder folder;
  folder.Run();
  const Ids expected{folder.Id("b", "exact"), folder.Id("b", "fm")};
  folder.MakeOfOtherData(folder.Id("b", "exact"));
  EXPECT_THAT(folder.Run().stale, UnorderedElementsAreArray(expected));
  for (const std::string& id : expected) EXPECT_THAT(folder.Shown(), Not(Contains(id)));
  EXPECT_EQ(folder.Run(Retry("stale")).ran, 2U);
}

TEST(Stale, ASourceThatRanAgainTakesWhatItLimited) {
  StaleFolder folder;
  folder.Run();
  const std::string fm = folder.Id("a", "fm");
  testing::RemoveRecord(folder.out(), folder.Id("a", "exact"));
  const RunSummary summary = folder.Run();
  EXPECT_EQ(summary.ran, 1U);
  EXPECT_THAT(summary.stale, ::testing::ElementsAre(fm)) << "another time, another budget";
  EXPECT_THAT(folder.Shown(), Not(Contains(fm)));
}

TEST(Stale, ValuesOfABandwidthRule) {
  StaleFolder folder;
  Json config = folder.Config();
  config["kernels"][0]["sigma"] = "mean_distance";
  config["tuning"][0]["grid"] = {{"kernel.sigma", {"mean_distance", 0.1}}};
  ASSERT_EQ(folder.Run(config).ok, 10U);
  const Ids of_b = folder.Of("b");
  folder.Write("a", 1);
  EXPECT_THAT(folder.Run(config).stale, SizeIs(5));
  EXPECT_EQ(folder.Shown(), of_b);
}

TEST(Stale, ANewTrialWhoseTuningIsStaleDoesNotRun) {
  StaleFolder folder;
  Json config = folder.Config();
  Json fewer = config;
  fewer["methods"].erase(1);
  fewer["tuning"][0].erase("share_with");
  // The same tuning trial, as who shares its values is no part of it.
  ASSERT_EQ(folder.Run(fewer).ok, 8U);
  folder.Write("a", 1);
  const auto plan = folder.small().Plan(config);
  EXPECT_EQ(std::count_if(plan.begin(), plan.end(), [](const auto& trial) { return trial.run; }),
            1);
  const RunSummary summary = folder.Run(config);
  EXPECT_EQ(summary.ran, 1U) << "rff on b";
  EXPECT_THAT(summary.stale, SizeIs(5));
}

}  // namespace
}  // namespace mercer
