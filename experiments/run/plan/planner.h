#ifndef MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/run/plan/program_versions.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/run/trial/trial_data.h"
#include "experiments/store/store.h"

namespace mercer {

/// What --retry may name: statuses, "stale", and "invalid_times" for `timing_valid` = `false`.
std::vector<std::string> RetryStatuses();

/// Whether a trial runs, and whether it is stale: its record was made with other data, code, seeds
/// or tuned values. A stale trial runs only if stale trials are to be run again.
struct Decision {
  bool run = false, stale = false;
};

/// Decides which trials of an experiment run, from the records in a store. Everything passed to it
/// must outlive it.
class Planner {
 public:
  /// Throws InvalidInput for invalid --only or --retry.
  Planner(const Experiment& experiment, const RunOptions& options, const ResultStore& store,
          TrialDataCache& cache);

  /// The ids of all trials of the config, selected or not.
  std::vector<std::string> GridIds() const;

  /// The selected trials of the shard, in the order they run in. The trials of each data set run
  /// one repetition after the other, so that slow changes of the machine affect all methods alike,
  /// and in grid order within a repetition. Loads each data set once. Throws InvalidInput if a data
  /// file is faulty (a missing file gives a skipped trial).
  std::vector<PlannedTrial> Plan();

  /// Decides with current knowledge: the trials that this one depends on may have run since Plan().
  Decision Decide(const Trial& trial);

  /// Whether the trial's record, selected or not, was made with other data, code, seeds, tuned
  /// values or budget, or by an older version of an external program, or the trial that chose its
  /// values or its budget is stale. If the data are missing or unreadable, or a trial it depends on
  /// has no record, this cannot be determined, and the record counts as valid. Loads data sets that
  /// the plan did not need.
  bool IsStale(const Trial& trial);

  /// Takes note of the versions of external programs in all records of the grid, and of a new
  /// record; the second returns whether records of that program are stale from now on.
  void NoteVersions();
  bool NoteVersion(const Trial& trial, const ResultRecord& record) {
    return versions_.NoteNew(trial, record);
  }

  /// All trials of the config, selected or not.
  const std::vector<Trial>& grid() const { return grid_; }

  /// The trials that take their values or their budget from this one.
  std::vector<const Trial*> DependantsOf(const std::string& trial_id) const;

  /// The identity of the trial, the values tuned for it, its budget and the sha256 of its data.
  std::string FullIdentity(const Trial& trial);

  /// The sha256 of the trial's data set; "" if the data are not on this machine.
  std::string DatasetHash(const Trial& trial);

  const TuningSpec& TuningOf(const Trial& trial) const;

  /// The training time in seconds that limits this trial, taken from the trial it depends on;
  /// nullopt if that one has not run.
  std::optional<double> Budget(const Trial& trial) const;

 private:
  /// Throws InvalidInput if a map of a selected trial has no features for the columns of the user's
  /// own files. This cannot be checked when the config is read by itself.
  void CheckOwnFiles() const;
  /// Finds trials without a record whose cell and repetition have one of another version or seed.
  void FindSuperseding();
  bool Retries(const std::string& status) const;
  /// Whether the trial, which has a record, is to run again because its times are not valid.
  bool RetriesTimes(const Trial& trial) const;

  /// Whether the record's identity matches the trial, as far as it is known.
  bool Answers(const Trial& trial);
  /// Whether a trial that this one depends on is stale.
  bool NeedsStale(const Trial& trial);
  /// As DatasetHash, but also "" if the data cannot be read.
  std::string KnownHash(const Trial& trial);

  /// The lines of the trial's identity with the results of the trials it depends on. nullopt if
  /// there is no such trial, or it has no record.
  std::optional<std::string> TunedLine(const Trial& trial) const;
  std::optional<std::string> BudgetLine(const Trial& trial) const;

  const std::string config_path_;
  const std::vector<std::string> train_time_phases_;
  const RunOptions& options_;
  const ResultStore& store_;
  TrialDataCache& cache_;
  const std::vector<Trial>& grid_;
  std::vector<Trial> asked_;
  std::map<std::string, const Trial*> trials_;  // all trials of the grid, by id
  std::multimap<std::string, const Trial*> dependants_;
  std::set<std::string> superseding_;
  std::set<std::string> unreadable_;  // keys of data sets
  ProgramVersions versions_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_
