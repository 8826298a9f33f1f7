#include "experiments/cluster/worker_rank.h"

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

void SleepBetweenPolls() {
  std::this_thread::sleep_for(std::chrono::duration<double>(kSecondsBetweenPolls));
}

WorkerRankEnd EndOf(const Message& end) {
  return end.text.empty() ? WorkerRankEnd::kTogether : WorkerRankEnd::kApart;
}

/// The worker processes of one rank.
class WorkerRank {
 public:
  WorkerRank(Transport& transport, const WorkerRankSettings& settings)
      : transport_(transport), own_(settings) {}

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
    const auto outcome = executor_->WaitFor(kSecondsBetweenPolls);
    if (!outcome) return;
    --running_;
    transport_.Send(0, MessageKind::kOutcome,
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
        settings_, MakeWorkerSettings(*experiment, own_.options, own_.data_dir,
                                      std::make_shared<CoreClaims>()));
    executor_->on_phase = [this](const std::string& trial_id, const std::string& phase) {
      transport_.Send(0, MessageKind::kPhase, trial_id + "\n" + phase);
    };
  }

  Transport& transport_;
  const WorkerRankSettings& own_;
  TrialSettings settings_;
  std::unique_ptr<WorkerExecutor> executor_;
  std::size_t running_ = 0;
};

}  // namespace

WorkerRankEnd RunWorkerRank(Transport& transport, const WorkerRankSettings& settings,
                            double timeout) {
  auto worker = std::make_unique<WorkerRank>(transport, settings);
  for (;;) {
    try {
      while (const auto message = transport.Receive()) {
        if (message->kind == MessageKind::kEnd) return EndOf(*message);
        if (message->kind == MessageKind::kStop) worker.reset();
        if (message->kind == MessageKind::kOrder && worker) worker->Start(message->text);
      }
      if (!worker || worker->is_idle()) {
        SleepBetweenPolls();
      } else {
        worker->Look();
      }
    } catch (const std::exception& error) {
      worker.reset();
      transport.Send(0, MessageKind::kFault, error.what());
    }
    if (transport.SecondsSilent(0) > timeout) return WorkerRankEnd::kRank0Gone;
  }
}

std::vector<RankStatement> CollectStatements(Transport& transport, RankStatement own,
                                             double timeout) {
  std::vector<RankStatement> statements(static_cast<std::size_t>(transport.size()));
  statements[0] = std::move(own);
  std::set<int> missing;
  for (int rank = 1; rank < transport.size(); ++rank) missing.insert(rank);
  while (!missing.empty()) {
    while (const auto message = transport.Receive()) {
      if (message->kind != MessageKind::kStatement) continue;
      statements[static_cast<std::size_t>(message->from)] = ReadStatement(message->text);
      missing.erase(message->from);
    }
    std::erase_if(missing, [&](int rank) {
      if (transport.SecondsSilent(rank) <= timeout) return false;
      statements[static_cast<std::size_t>(rank)].fault =
          "it was silent for " + FormatNumber(timeout) + " s";
      return true;
    });
    SleepBetweenPolls();
  }
  return statements;
}

void SendShares(Transport& transport, const std::vector<RankStatement>& statements) {
  for (int rank = 1; rank < transport.size(); ++rank) {
    const MachineShare share = ShareOf(statements, static_cast<std::size_t>(rank));
    transport.Send(rank, MessageKind::kShare,
                   std::to_string(share.trials) + " " + std::to_string(share.on_cores) + " " +
                       std::to_string(share.first));
  }
}

void SendEnd(Transport& transport, bool together) {
  for (int rank = 1; rank < transport.size(); ++rank)
    transport.Send(rank, MessageKind::kEnd, together ? "" : "apart");
}

std::variant<MachineShare, WorkerRankEnd> AskShare(Transport& transport, const RankStatement& own,
                                                   double timeout) {
  transport.Send(0, MessageKind::kStatement, WriteStatement(own));
  for (;;) {
    while (const auto message = transport.Receive()) {
      if (message->kind == MessageKind::kEnd) return EndOf(*message);
      MachineShare share;
      std::istringstream numbers(message->text);
      if (message->kind == MessageKind::kShare &&
          numbers >> share.trials >> share.on_cores >> share.first)
        return share;
    }
    if (transport.SecondsSilent(0) > timeout) return WorkerRankEnd::kRank0Gone;
    SleepBetweenPolls();
  }
}

}  // namespace mercer
