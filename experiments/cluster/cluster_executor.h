#ifndef MERCER_EXPERIMENTS_CLUSTER_CLUSTER_EXECUTOR_H_
#define MERCER_EXPERIMENTS_CLUSTER_CLUSTER_EXECUTOR_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/cluster/agreement.h"
#include "experiments/cluster/transport.h"
#include "experiments/run/sweep/worker_executor.h"

namespace mercer {

/// The ranks as seen by rank 0, during all runs of one process.
class Ranks {
 public:
  /// `transport` must outlive this object. `timeout`: seconds of silence after which a rank is
  /// given up.
  Ranks(Transport& transport, std::vector<RankStatement> statements, double timeout);

  Transport& transport() { return transport_; }
  int size() const { return static_cast<int>(statements_.size()); }
  std::size_t jobs(int rank) const { return of(rank).jobs; }
  const std::string& node(int rank) const { return of(rank).node; }
  bool IsLost(int rank) const { return !why_lost_.at(static_cast<std::size_t>(rank)).empty(); }
  /// Why the rank was lost; "" if it was not.
  const std::string& WhyLost(int rank) const {
    return why_lost_.at(static_cast<std::size_t>(rank));
  }
  /// Whether some rank fell silent: it may never reach the end.
  bool AnySilent() const { return any_silent_; }

  /// Gives a rank up permanently, and informs it if it still listens.
  void GiveUp(int rank, const std::string& why);
  /// Gives up the ranks that have been silent for too long.
  void GiveUpSilentRanks();

 private:
  const RankStatement& of(int rank) const { return statements_.at(static_cast<std::size_t>(rank)); }

  Transport& transport_;
  std::vector<RankStatement> statements_;
  double timeout_;
  bool any_silent_ = false;
  std::vector<std::string> why_lost_;
};

/// Distributes trials to worker processes of this process, which is rank 0, and to the other ranks,
/// preferring the machine with the fewest running trials. A trial whose rank is lost is returned as
/// lost.
class ClusterExecutor : public Executor {
 public:
  /// `ranks` and `settings` must outlive it.
  ClusterExecutor(Ranks& ranks, const TrialSettings& settings, WorkerSettings workers);

  /// The slots of all ranks that are not lost.
  std::size_t slots() const override;
  void Start(TrialOrder order) override;
  TrialOutcome Wait() override;

 private:
  struct Running {
    Trial trial;
    int rank;
    bool beside_others;
  };

  std::size_t RunningOn(int rank) const;
  int FreeRank() const;
  void Read();
  void Handle(const Message& message);
  /// Creates outcomes for the trials of lost ranks.
  void TakeLost();
  void End(const std::string& trial_id, ResultRecord record, double seconds, bool lost);

  Ranks& ranks_;
  const TrialSettings& settings_;
  WorkerSettings workers_;
  WorkerExecutor own_;
  std::map<std::string, Running> running_;  // by trial id
  std::vector<TrialOutcome> ended_;         // not returned yet
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_CLUSTER_EXECUTOR_H_
