#include "experiments/run/sweep/hand_out_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/run/sweep/executor.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Listener;
using testing::SmallConfig;
using testing::SmallRun;
using testing::Timeless;

PlannedTrial Planned(const std::string& id, const std::string& tuned_by = "",
                     const std::string& timed_by = "") {
  PlannedTrial planned;
  planned.trial.id = id;
  planned.trial.tuned_by = tuned_by;
  planned.trial.timed_by = timed_by;
  planned.run = true;
  return planned;
}

TEST(LongestFirst, EqualOnesInTheOrderOfThePlan) {
  EXPECT_THAT(LongestFirst({}, {}), IsEmpty());
  EXPECT_THAT(LongestFirst({Planned("a"), Planned("b"), Planned("c"), Planned("d")}, {1, 3, 1, 2}),
              ElementsAre(1, 3, 0, 2));
}

TEST(LongestFirst, WhatIsNotKnownMayBeLong) {
  EXPECT_THAT(LongestFirst({Planned("a"), Planned("b"), Planned("c")}, {1, -1, 2}),
              ElementsAre(1, 2, 0));
  EXPECT_THAT(LongestFirst({Planned("a"), Planned("b")}, {-1, -1}), ElementsAre(0, 1));
}

TEST(LongestFirst, TheChainOfThoseThatNeedATrialCounts) {
  // 1 + 10 s behind the tuning, 10 + 0.5 behind the timed one; 9 alone.
  EXPECT_THAT(LongestFirst({Planned("alone"), Planned("tuning"), Planned("exact", "tuning"),
                            Planned("timed", "", "exact")},
                           {9, 1, 10, 0.5}),
              ElementsAre(1, 2, 0, 3));
  std::vector<PlannedTrial> kept{Planned("tuning"), Planned("a", "tuning"), Planned("b")};
  kept[0].run = false;
  EXPECT_THAT(LongestFirst(kept, {100, 5, 6}), ElementsAre(2, 0, 1));
}

/// Two slots, done in turn; the trial of each place in `losses` is lost that often.
class LosingExecutor : public Executor {
 public:
  LosingExecutor(const TrialSettings& settings, TrialDataCache& cache, int losses)
      : settings_(settings), cache_(cache), losses_(losses) {}

  std::size_t slots() const override { return 2; }
  void Start(TrialOrder order) override { running_.push_back(std::move(order)); }
  TrialOutcome Wait() override {
    const TrialOrder order = running_.front();
    running_.erase(running_.begin());
    TrialOutcome outcome{order.trial.id};
    outcome.lost = losses_-- > 0;
    outcome.record = outcome.lost ? LostRecord(order.trial, settings_, "rank 2 is gone")
                                  : RunOrder(order, settings_, cache_);
    return outcome;
  }

 private:
  const TrialSettings& settings_;
  TrialDataCache& cache_;
  int losses_;
  std::vector<TrialOrder> running_;
};

class LossListener : public Listener {
 public:
  void OnTrialLost(const Trial& trial, const ResultRecord&) override { lost.push_back(trial.id); }
  std::vector<std::string> lost;
};

class LostTrials : public ::testing::Test {
 protected:
  RunSummary RunLosing(int losses) {
    RunOptions options;
    options.worker = {"unused"};
    options.make_executor = [&](const TrialSettings& settings, const WorkerSettings&) {
      return std::make_unique<LosingExecutor>(settings, cache_, losses);
    };
    return run_.Run(SmallConfig(), options, &listener_);
  }

  testing::TemporaryFolder folder_;
  Catalogue catalogue_{folder_ / "data"};
  TrialDataCache cache_{catalogue_};
  SmallRun run_;
  LossListener listener_;
};

TEST_F(LostTrials, RunAgain) {
  SmallRun whole;
  whole.Run(SmallConfig());
  const RunSummary summary = RunLosing(1);
  EXPECT_EQ(summary.ran, 6U);
  EXPECT_EQ(summary.ok, 6U);
  EXPECT_EQ(listener_.lost.size(), 1U);
  EXPECT_EQ(Timeless(run_.Rows()), Timeless(whole.Rows()));
}

TEST_F(LostTrials, OnceInARun) {
  // The first two are lost, and both again.
  const RunSummary summary = RunLosing(4);
  EXPECT_EQ(summary.failed, 2U);
  EXPECT_EQ(summary.ok, 4U);
  EXPECT_EQ(listener_.lost.size(), 2U);
  int failed = 0;
  for (const ResultRecord& row : run_.Rows()) {
    if (row.Text("status") != "failed") continue;
    ++failed;
    EXPECT_THAT(row.Text("message"), HasSubstr("twice lost: rank 2 is gone"));
  }
  EXPECT_EQ(failed, 2);
  EXPECT_EQ(run_.Run(SmallConfig()).ran, 0U);
}

TEST_F(LostTrials, AreRunByTheNextRunWhereThisOneEnds) {
  struct Gone {};
  class Quitter : public LossListener {
    void OnTrialLost(const Trial&, const ResultRecord&) override { throw Gone(); }
  } quitter;
  RunOptions options;
  options.worker = {"unused"};
  options.make_executor = [&](const TrialSettings& settings, const WorkerSettings&) {
    return std::make_unique<LosingExecutor>(settings, cache_, 1);
  };
  EXPECT_THROW(run_.Run(SmallConfig(), options, &quitter), Gone);
  const RunSummary summary = run_.Run(SmallConfig());
  EXPECT_EQ(summary.ran, 6U);
  EXPECT_EQ(summary.ok, 6U);
}

}  // namespace
}  // namespace mercer
