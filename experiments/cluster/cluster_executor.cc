#include "experiments/cluster/cluster_executor.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/store/record_line.h"

namespace mercer {
namespace {

/// Up to the first line end, and what is behind it.
std::pair<std::string, std::string> SplitLine(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {text.substr(0, end), text.substr(std::min(end + 1, text.size()))};
}

}  // namespace

Ranks::Ranks(Transport& transport, std::vector<RankStatement> statements, double timeout)
    : transport_(transport),
      statements_(std::move(statements)),
      timeout_(timeout),
      why_lost_(statements_.size()) {}

void Ranks::GiveUp(int rank, const std::string& why) {
  if (IsLost(rank)) return;
  why_lost_[static_cast<std::size_t>(rank)] = why;
  transport_.Send(rank, MessageKind::kStop, "");
}

void Ranks::GiveUpSilentRanks() {
  for (int rank = 1; rank < size(); ++rank) {
    if (IsLost(rank) || transport_.SecondsSilent(rank) <= timeout_) continue;
    any_silent_ = true;
    GiveUp(rank, "it was silent for " + FormatNumber(timeout_) + " s");
  }
}

ClusterExecutor::ClusterExecutor(Ranks& ranks, const TrialSettings& settings,
                                 WorkerSettings workers)
    : ranks_(ranks), settings_(settings), workers_(workers), own_(settings, std::move(workers)) {
  own_.on_phase = [this](const std::string& trial_id, const std::string& phase) {
    if (on_phase) on_phase(trial_id, phase);
  };
}

std::size_t ClusterExecutor::slots() const {
  std::size_t slots = 0;
  for (int rank = 0; rank < ranks_.size(); ++rank)
    slots += ranks_.IsLost(rank) ? 0 : ranks_.jobs(rank);
  return slots;
}

std::size_t ClusterExecutor::RunningOn(int rank) const {
  return static_cast<std::size_t>(
      std::count_if(running_.begin(), running_.end(),
                    [rank](const auto& entry) { return entry.second.rank == rank; }));
}

/// Of the ranks with a free slot the one whose machine runs least: times beside others are not
/// valid.
int ClusterExecutor::FreeRank() const {
  std::map<std::string, std::size_t> on_node;
  for (const auto& [id, running] : running_) ++on_node[ranks_.node(running.rank)];
  int free = -1;
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    if (ranks_.IsLost(rank) || RunningOn(rank) >= ranks_.jobs(rank)) continue;
    if (free < 0 || std::tuple(on_node[ranks_.node(rank)], RunningOn(rank)) <
                        std::tuple(on_node[ranks_.node(free)], RunningOn(free))) {
      free = rank;
    }
  }
  return free;
}

void ClusterExecutor::Start(TrialOrder order) {
  const int rank = FreeRank();
  MERCER_CHECK(rank >= 0);
  bool beside_others = false;
  for (auto& [id, running] : running_) {
    if (ranks_.node(running.rank) == ranks_.node(rank))
      beside_others = running.beside_others = true;
  }
  running_[order.trial.id] = {order.trial, rank, beside_others};
  if (rank == 0) {
    own_.Start(std::move(order));
  } else {
    ranks_.transport().Send(rank, MessageKind::kOrder, WriteOrder(order, settings_, workers_));
  }
}

TrialOutcome ClusterExecutor::Wait() {
  MERCER_CHECK(!running_.empty() || !ended_.empty());
  for (;;) {
    Read();
    ranks_.GiveUpSilentRanks();
    TakeLost();
    if (!ended_.empty()) {
      TrialOutcome outcome = std::move(ended_.front());
      ended_.erase(ended_.begin());
      return outcome;
    }
    if (RunningOn(0) == 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(kSecondsBetweenPolls));
    } else if (auto outcome = own_.WaitFor(kSecondsBetweenPolls)) {
      End(outcome->trial_id, std::move(outcome->record), outcome->seconds, false);
    }
  }
}

void ClusterExecutor::Read() {
  while (const auto message = ranks_.transport().Receive()) {
    // What a rank that was given up still says came too late: its trial may run elsewhere.
    if (!ranks_.IsLost(message->from)) Handle(*message);
  }
}

void ClusterExecutor::Handle(const Message& message) {
  const auto [first, rest] = SplitLine(message.text);
  if (message.kind == MessageKind::kFault) {
    ranks_.GiveUp(message.from, message.text);
  } else if (message.kind == MessageKind::kPhase) {
    if (running_.contains(first) && on_phase) on_phase(first, rest);
  } else if (message.kind == MessageKind::kOutcome) {
    const std::optional<RecordLine> file = ReadRecordLine(rest, "a rank's record");
    const std::string id = file ? file->record.Get(column::kTrialId) : "";
    const auto running = running_.find(id);
    if (running == running_.end() || running->second.rank != message.from)
      return ranks_.GiveUp(message.from, "it sent something other than a record of its trial");
    End(id, file->record, std::stod(first), false);
  }
}

void ClusterExecutor::TakeLost() {
  std::vector<const Running*> lost;
  for (const auto& [id, running] : running_)
    if (ranks_.IsLost(running.rank)) lost.push_back(&running);
  for (const Running* running : lost) {
    const Trial trial = running->trial;
    const std::string how = "rank " + std::to_string(running->rank) +
                            ", which ran it, is gone: " + ranks_.WhyLost(running->rank);
    End(trial.id, LostRecord(trial, settings_, how), 0, true);
  }
}

void ClusterExecutor::End(const std::string& trial_id, ResultRecord record, double seconds,
                          bool lost) {
  const auto running = running_.find(trial_id);
  TrialOutcome outcome{trial_id, std::move(record), seconds, running->second.beside_others, lost};
  ended_.push_back(std::move(outcome));
  running_.erase(running);
}

}  // namespace mercer
