#include "experiments/cluster/follow.h"

#include <chrono>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/run/sweep/worker_executor.h"
#include "experiments/store/record_line.h"

namespace mercer {
namespace {

void LookLater() {
  std::this_thread::sleep_for(std::chrono::duration<double>(kSecondsBetweenLooks));
}

FollowEnd EndOf(const ReceivedLetter& end) {
  return end.text.empty() ? FollowEnd::kTogether : FollowEnd::kApart;
}

/// The worker processes of one rank.
class Follower {
 public:
  Follower(Post& post, const FollowerSettings& settings) : post_(post), own_(settings) {}

  void Start(const std::string& text) {
    ReadOrderResult read = ReadOrder(text);
    // One run after the other: nothing of the last one runs any more.
    if (executor_ == nullptr || read.settings.run_id != settings_.run_id)
      Renew(read.order.trial.experiment, std::move(read.settings));
    executor_->Start(std::move(read.order));
    ++running_;
  }

  bool is_idle() const { return running_ == 0; }

  void Look() {
    const auto outcome = executor_->WaitFor(kSecondsBetweenLooks);
    if (!outcome) return;
    --running_;
    post_.Send(0, Letter::kOutcome,
               FormatNumber(outcome->seconds) + "\n" + WriteRecordLine({"", outcome->record}));
  }

 private:
  void Renew(const std::string& name, TrialSettings settings) {
    const Experiment* experiment = nullptr;
    for (const Experiment& one : own_.experiments)
      if (one.name == name) experiment = &one;
    if (experiment == nullptr) throw InvalidInput("it knows no experiment '" + name + "'");
    executor_.reset();
    settings_ = std::move(settings);
    settings_.prepared = own_.prepared;
    settings_.memory_limit_bytes = MemoryLimitBytes(*experiment, own_.options);
    executor_ = std::make_unique<WorkerExecutor>(
        settings_, MakeWorkerSettings(*experiment, own_.options, own_.data_dir));
    executor_->on_phase = [this](const std::string& trial_id, const std::string& phase) {
      post_.Send(0, Letter::kPhase, trial_id + "\n" + phase);
    };
  }

  Post& post_;
  const FollowerSettings& own_;
  TrialSettings settings_;
  std::unique_ptr<WorkerExecutor> executor_;
  std::size_t running_ = 0;
};

}  // namespace

FollowEnd Follow(Post& post, const FollowerSettings& settings, double timeout) {
  auto follower = std::make_unique<Follower>(post, settings);
  for (;;) {
    try {
      while (const auto letter = post.Receive()) {
        if (letter->kind == Letter::kEnd) return EndOf(*letter);
        if (letter->kind == Letter::kStop) follower.reset();
        if (letter->kind == Letter::kOrder && follower) follower->Start(letter->text);
      }
      if (!follower || follower->is_idle()) {
        LookLater();
      } else {
        follower->Look();
      }
    } catch (const std::exception& error) {
      follower.reset();
      post.Send(0, Letter::kFault, error.what());
    }
    if (post.SecondsSilent(0) > timeout) return FollowEnd::kLeaderGone;
  }
}

std::vector<RankStatement> CollectStatements(Post& post, RankStatement own, double timeout) {
  std::vector<RankStatement> statements(static_cast<std::size_t>(post.size()));
  statements[0] = std::move(own);
  std::set<int> missing;
  for (int rank = 1; rank < post.size(); ++rank) missing.insert(rank);
  while (!missing.empty()) {
    while (const auto letter = post.Receive()) {
      if (letter->kind != Letter::kStatement) continue;
      statements[static_cast<std::size_t>(letter->from)] = ReadStatement(letter->text);
      missing.erase(letter->from);
    }
    std::erase_if(missing, [&](int rank) {
      if (post.SecondsSilent(rank) <= timeout) return false;
      statements[static_cast<std::size_t>(rank)].fault =
          "nothing was heard of it for " + FormatNumber(timeout) + " s";
      return true;
    });
    LookLater();
  }
  return statements;
}

void SendShares(Post& post, const std::vector<RankStatement>& statements) {
  for (int rank = 1; rank < post.size(); ++rank) {
    const MachineShare share = ShareOf(statements, static_cast<std::size_t>(rank));
    post.Send(rank, Letter::kShare,
              std::to_string(share.trials) + " " + std::to_string(share.on_cores) + " " +
                  std::to_string(share.first));
  }
}

void SendEnd(Post& post, bool together) {
  for (int rank = 1; rank < post.size(); ++rank)
    post.Send(rank, Letter::kEnd, together ? "" : "apart");
}

std::variant<MachineShare, FollowEnd> AskShare(Post& post, const RankStatement& own,
                                               double timeout) {
  post.Send(0, Letter::kStatement, WriteStatement(own));
  for (;;) {
    while (const auto letter = post.Receive()) {
      if (letter->kind == Letter::kEnd) return EndOf(*letter);
      MachineShare share;
      std::istringstream numbers(letter->text);
      if (letter->kind == Letter::kShare &&
          numbers >> share.trials >> share.on_cores >> share.first)
        return share;
    }
    if (post.SecondsSilent(0) > timeout) return FollowEnd::kLeaderGone;
    LookLater();
  }
}

}  // namespace mercer
