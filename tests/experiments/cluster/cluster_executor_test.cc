#include "experiments/cluster/cluster_executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "experiments/cluster/worker_rank.h"
#include "experiments/store/record_line.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Delivers the messages that the test writes, and keeps those that are sent.
class FakeTransport : public Transport {
 public:
  explicit FakeTransport(int size) : size_(size) {}
  int rank() const override { return 0; }
  int size() const override { return size_; }
  void Send(int to, MessageKind kind, std::string text) override {
    sent.push_back({to, kind, text});
  }
  std::optional<Message> Receive() override {
    if (arriving.empty()) return std::nullopt;
    Message message = arriving.front();
    arriving.pop_front();
    return message;
  }
  double SecondsSilent(int rank) override { return silent[rank]; }

  /// Ranks that were sent messages of a kind, in order.
  std::vector<int> Receivers(MessageKind kind) const {
    std::vector<int> ranks;
    for (const Message& message : sent)
      if (message.kind == kind) ranks.push_back(message.from);
    return ranks;
  }

  std::vector<Message> sent;  // `from` is the receiver
  std::deque<Message> arriving;
  std::map<int, double> silent;

 private:
  int size_;
};

TrialOrder OrderOf(const std::string& id) {
  TrialOrder order;
  order.trial.id = id;
  order.trial.cell.kernel.name = "linear";
  return order;
}

std::string OutcomeText(const std::string& id) {
  ResultRecord record;
  record.SetText("trial_id", id);
  record.SetText("status", "ok");
  return "1.5\n" + WriteRecordLine({"", record});
}

/// Four ranks: 0 and 1 on one machine, 2 and 3 each on its own. Rank 0 takes no trial, so that no
/// process is started.
class ClusterExecutorTest : public ::testing::Test {
 protected:
  static std::vector<RankStatement> Statements() {
    std::vector<RankStatement> statements(4);
    statements[0].jobs = 0;
    for (int i = 0; i < 4; ++i)
      statements[static_cast<std::size_t>(i)].node =
          i < 2 ? "a" : std::string(1, static_cast<char>('a' + i));
    return statements;
  }

  FakeTransport transport_{4};
  Ranks ranks_{transport_, Statements(), 30};
  TrialSettings settings_;
  WorkerSettings workers_;
  ClusterExecutor executor_{ranks_, settings_, workers_};
};

TEST_F(ClusterExecutorTest, TrialsGoToFreeRanksAndTheirRecordsComeBack) {
  EXPECT_EQ(executor_.slots(), 3U);
  for (const char* id : {"t1", "t2", "t3"}) executor_.Start(OrderOf(id));
  EXPECT_THAT(transport_.Receivers(MessageKind::kOrder), ElementsAre(1, 2, 3));
  std::vector<std::string> phases;
  executor_.on_phase = [&](const std::string& id, const std::string& phase) {
    phases.push_back(id + " " + phase);
  };
  transport_.arriving = {{2, MessageKind::kPhase, "t2\nfit"},
                         {2, MessageKind::kOutcome, OutcomeText("t2")},
                         {2, MessageKind::kPhase, "t2\nlate"}};
  const TrialOutcome outcome = executor_.Wait();
  EXPECT_EQ(outcome.trial_id, "t2");
  EXPECT_EQ(outcome.record.Text("status"), "ok");
  EXPECT_EQ(outcome.seconds, 1.5);
  EXPECT_FALSE(outcome.beside_others);
  EXPECT_FALSE(outcome.lost);
  EXPECT_THAT(phases, ElementsAre("t2 fit"));
  executor_.Start(OrderOf("t4"));
  EXPECT_EQ(transport_.Receivers(MessageKind::kOrder).back(), 2);
}

TEST_F(ClusterExecutorTest, ASilentRankIsGivenUpWithItsTrial) {
  for (const char* id : {"t1", "t2", "t3"}) executor_.Start(OrderOf(id));
  transport_.silent[3] = 31;
  const TrialOutcome outcome = executor_.Wait();
  EXPECT_EQ(outcome.trial_id, "t3");
  EXPECT_TRUE(outcome.lost);
  EXPECT_TRUE(WasLost(outcome.record));
  EXPECT_EQ(outcome.record.Text("status"), "failed");
  EXPECT_THAT(outcome.record.Text("message"),
              HasSubstr("rank 3, which ran it, is gone: it was silent for 30 s"));
  EXPECT_EQ(executor_.slots(), 2U);
  EXPECT_TRUE(ranks_.AnySilent());
  EXPECT_THAT(transport_.Receivers(MessageKind::kStop), ElementsAre(3));
  // It was only slow: its trial runs elsewhere by now.
  transport_.silent[3] = 0;
  transport_.arriving = {{3, MessageKind::kOutcome, OutcomeText("t3")},
                         {1, MessageKind::kOutcome, OutcomeText("t1")}};
  EXPECT_EQ(executor_.Wait().trial_id, "t1");
  executor_.Start(OrderOf("t3"));
  EXPECT_EQ(transport_.Receivers(MessageKind::kOrder).back(), 1)
      << "not to the rank that was given up";
}

TEST_F(ClusterExecutorTest, ARankThatCannotWorkIsGivenUp) {
  executor_.Start(OrderOf("t1"));
  transport_.arriving = {{1, MessageKind::kFault, "no process can be started"}};
  const TrialOutcome outcome = executor_.Wait();
  EXPECT_TRUE(outcome.lost);
  EXPECT_THAT(outcome.record.Text("message"), HasSubstr("no process can be started"));
  EXPECT_FALSE(ranks_.AnySilent());
}

TEST_F(ClusterExecutorTest, WhatIsNoRecordOfItsTrialIsNotTaken) {
  executor_.Start(OrderOf("t1"));
  executor_.Start(OrderOf("t2"));
  transport_.arriving = {{1, MessageKind::kOutcome, OutcomeText("t2")}};
  const TrialOutcome outcome = executor_.Wait();
  EXPECT_EQ(outcome.trial_id, "t1");
  EXPECT_TRUE(outcome.lost);
}

TEST(ClusterTimes, OfTrialsOnOneMachineAtOneTimeAreNotValid) {
  FakeTransport transport(3);
  std::vector<RankStatement> statements(3);
  statements[0].jobs = 0;
  statements[1].node = statements[2].node = "one";
  Ranks ranks(transport, statements, 30);
  const TrialSettings settings;
  ClusterExecutor executor(ranks, settings, {});
  executor.Start(OrderOf("t1"));
  executor.Start(OrderOf("t2"));
  transport.arriving = {{1, MessageKind::kOutcome, OutcomeText("t1")}};
  EXPECT_TRUE(executor.Wait().beside_others);
  transport.arriving = {{2, MessageKind::kOutcome, OutcomeText("t2")}};
  EXPECT_TRUE(executor.Wait().beside_others) << "for a part of its time";
  executor.Start(OrderOf("t3"));
  transport.arriving = {{1, MessageKind::kOutcome, OutcomeText("t3")}};
  EXPECT_FALSE(executor.Wait().beside_others);
}

TEST(RankTimeout, IsANumberOfSeconds) {
  unsetenv("MERCER_RANK_TIMEOUT");
  EXPECT_EQ(RankTimeout(), 30);
  setenv("MERCER_RANK_TIMEOUT", "2.5", 1);
  EXPECT_EQ(RankTimeout(), 2.5);
  for (const char* text : {"", "0", "-3", "x", "3s", "inf", "nan"}) {
    setenv("MERCER_RANK_TIMEOUT", text, 1);
    EXPECT_THAT(testing::FaultOf([] { RankTimeout(); }), HasSubstr("expected a number of seconds"))
        << text;
  }
  unsetenv("MERCER_RANK_TIMEOUT");
}

}  // namespace
}  // namespace mercer
