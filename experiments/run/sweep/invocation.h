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

/// One run of an experiment on one folder. It hands out the trials whose dependencies are met, and
/// stores their results.
class Invocation {
 public:
  /// All arguments must outlive this object.
  Invocation(const Experiment& experiment, const RunOptions& options, TrialDataCache& cache,
             RunObserver& observer);

  RunSummary Run();

 private:
  /// Settles or starts each waiting trial that can be; false if there was none.
  bool HandOut();
  /// Fills the waiting list and `to_run`, and passes the expected times to the observer.
  void PutInOrder(const std::vector<double>& expected, std::vector<const Trial*>& to_run);
  void WriteTable();
  /// Removes every stale record from the folder's tables, whether its trial was selected or not.
  void DiscardStale();
  void DiscardIfStale(const Trial& trial);
  void CountStaleElsewhere();
  /// Counts the records that are in the folder now, whatever was there before.
  void CountSettled();
  /// Removes temporary files that dead processes left next to the data of the plan.
  void RemoveDataTemporaries() const;
  /// Returns whether the trial is settled or started; otherwise it waits for others.
  bool TrySettle(const PlannedTrial& planned);
  bool Settle(const PlannedTrial& planned);
  void Finish(const TrialOutcome& outcome);
  void Store(const Trial& trial, const ResultRecord& record, double seconds);
  void Keep(const PlannedTrial& planned);
  /// Tells the observer which process this one waits for, if that has changed.
  void ReportWaiting(const std::vector<const Trial*>& trials, const std::string& claim);

  TrialOrder OrderOf(Trial trial);
  /// The trial that this one depends on and that was not ok; "" if none.
  std::string FailedPrerequisite(const Trial& trial) const;
  bool LacksNeeded(const Trial& trial) const;
  /// The record of a trial that cannot run because of the trial it depends on.
  ResultRecord RecordWithoutPrerequisite(const Trial& trial, const std::string& needed) const;
  ResultRecord NotRun(const Trial& trial, TrialStatus status, const std::string& why) const;

  /// Expected seconds of each trial of the plan; 0 if it does not run. Notes trials that are too
  /// large.
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
  std::list<const PlannedTrial*> again_;  // claimed by others; their ids are in waiting_ids_
  std::set<std::string> lost_;            // lost once in this run
  std::map<std::string, const PlannedTrial*> running_;
  std::map<std::string, double> too_large_;  // bytes, by trial: above the memory limit
  std::set<std::string> stale_of_others_;    // stale here, and claimed by another process
  bool met_others_ = false;
  std::vector<const Trial*> held_{};  // trials that another process had claimed in the last pass
  std::string reported_waiting_{};    // for which process
  std::set<std::string> settled_{};   // trials that ran or were kept
  RunSummary summary_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_INVOCATION_H_
