#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_INVOCATION_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_INVOCATION_H_

#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "experiments/run/plan/planner.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/run/sweep/context.h"
#include "experiments/run/sweep/executor.h"
#include "experiments/run/sweep/observers.h"
#include "experiments/store/store.h"

namespace mercer {

/// One run of an experiment on one folder: hands out the trials whose needs are met, and stores
/// what comes back.
class Invocation {
 public:
  /// All must outlive it.
  Invocation(const Experiment& experiment, const RunOptions& options, TrialDataCache& cache,
             RunObserver& observer);

  RunSummary Run();

 private:
  /// Settles or starts each waiting trial that can be; false where none could.
  bool HandOut();
  /// Fills the waiting list and `to_run`, and tells the observer what is expected.
  void PutInOrder(const std::vector<double>& expected, std::vector<const Trial*>& to_run);
  void WriteTable();
  /// Takes every stale record out of the folder's tables, whether its trial was asked for or not.
  void SetAsideStale();
  void SetAsideIfStale(const Trial& trial);
  void CountStaleElsewhere();
  /// From the records that stand in the folder now, whatever there was before.
  void CountSettled();
  /// Removes what dead processes left half-written beside the data of the plan.
  void RemoveDataTemporaries() const;
  /// Whether the trial is settled or started; else it waits for others.
  bool TrySettle(const PlannedTrial& planned);
  bool Settle(const PlannedTrial& planned);
  void Finish(const TrialOutcome& outcome);
  void Store(const Trial& trial, const ResultRecord& record, double seconds);
  void Keep(const PlannedTrial& planned);
  /// Tells the observer for whom this process waits, where that is new.
  void TellWaiting(const std::vector<const Trial*>& trials, const std::string& claim);

  TrialOrder OrderOf(Trial trial);
  /// The trial that this one needs and that was not ok; "" for none.
  std::string NeededInVain(const Trial& trial) const;
  bool LacksNeeded(const Trial& trial) const;
  /// The record of a trial that the one it needs keeps from running.
  ResultRecord KeptFromRunning(const Trial& trial, const std::string& needed) const;
  ResultRecord NotRun(const Trial& trial, TrialStatus status, const std::string& why) const;

  /// Seconds of each trial of the plan; 0 where it does not run. Notes those that are too large.
  std::vector<double> Expected();
  void Count(const ResultRecord& record);
  std::map<std::string, std::string> Hashes();

  const RunOptions& options_;
  const std::string run_id_;
  ResultStore store_;
  Planner planner_;
  TrialDataCache& cache_;
  RunObserver& observer_;
  ContextWriter context_;
  TrialSettings settings_;
  std::unique_ptr<Executor> executor_;
  std::vector<PlannedTrial> plan_;
  std::list<const PlannedTrial*> waiting_;
  std::set<std::string> waiting_ids_;
  std::list<const PlannedTrial*> again_;  // claimed; their ids are in waiting_ids_
  std::set<std::string> lost_;            // once, in this run
  std::map<std::string, const PlannedTrial*> running_;
  std::map<std::string, double> too_large_;  // bytes, by trial: above the limit of memory
  std::set<std::string> stale_of_others_;    // stale here, and claimed by another process
  bool met_others_ = false;
  std::vector<const Trial*> held_{};  // in the last pass: which another process is at
  std::string told_waiting_{};        // for whom
  std::set<std::string> settled_{};   // ran or were kept
  RunSummary summary_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_INVOCATION_H_
