#ifndef MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiments/run/plan/run_options.h"
#include "experiments/run/trial/trial_data.h"
#include "experiments/store/store.h"

namespace mercer {

/// The statuses that --retry may name.
std::vector<std::string> RetryStatuses();

/// Whether a trial runs, and whether what there is of it was made with other data, code, seeds or
/// tuned values: then it runs only where stale trials are to be run again.
struct Decision {
  bool run = false, stale = false;
};

/// Decides which trials of an experiment run, from the records in a store. Everything it refers to
/// must outlive it.
class Planner {
 public:
  /// Throws InvalidInput for --only and --retry.
  Planner(const Experiment& experiment, const RunOptions& options, const ResultStore& store,
          TrialDataCache& cache);

  /// Of every trial of the config, asked for or not.
  std::vector<std::string> GridIds() const;

  /// The trials asked for that are in the shard, in the order they run in: of each data set one
  /// repetition after the other, so that what changes on a machine in hours meets all methods
  /// alike, and in grid order within. Loads each data set once: throws InvalidInput where a file is
  /// faulty (one that is absent is a skipped trial).
  std::vector<PlannedTrial> Plan();

  /// With what is known now: the trials that this one names may have run since Plan().
  Decision Decide(const Trial& trial);

  /// Whether what there is of the trial, asked for or not, was made with other data, code, seeds,
  /// tuned values or budget, or the trial that chose its values or its budget is stale. Of data
  /// that are absent or cannot be read nothing can be told, nor of what a trial without a record
  /// chose: then the record stands. Loads data sets that the plan had no need of.
  bool IsStale(const Trial& trial);

  /// Every trial of the config, asked for or not.
  const std::vector<Trial>& grid() const { return grid_; }

  /// The trials that take their values or their budget from this one.
  std::vector<const Trial*> DependantsOf(const std::string& trial_id) const;

  /// Identity of the trial, the values tuned for it, its budget and the sha256 of its data.
  std::string FullIdentity(const Trial& trial);

  /// "" where the data are not on this machine.
  std::string DatasetHash(const Trial& trial);

  const TuningSpec& TuningOf(const Trial& trial) const;

  /// Seconds that the trial whose training time limits this one took; none where it has not run.
  std::optional<double> Budget(const Trial& trial) const;

 private:
  /// Throws InvalidInput where a map of a trial asked for has no features for the columns of the
  /// user's own files, which a config that is read by itself cannot tell.
  void CheckOwnFiles() const;
  /// Finds trials without a record whose cell and repetition have one of another version or seed.
  void FindSuperseding();
  bool Retries(const std::string& status) const;

  /// Whether the record's identity is what the trial asks for, as far as that is known.
  bool Answers(const Trial& trial);
  /// Whether a trial that this one names is stale.
  bool NeedsStale(const Trial& trial);
  /// As DatasetHash, and "" too where the data cannot be read.
  std::string KnownHash(const Trial& trial);

  /// What the trials that this one names have found: lines of its identity. nullopt where there is
  /// no such trial, or it has no record.
  std::optional<std::string> TunedLine(const Trial& trial) const;
  std::optional<std::string> BudgetLine(const Trial& trial) const;

  const std::string config_path_;
  const std::vector<std::string> train_time_phases_;
  const RunOptions& options_;
  const ResultStore& store_;
  TrialDataCache& cache_;
  const std::vector<Trial>& grid_;
  std::vector<Trial> asked_;
  std::map<std::string, const Trial*> trials_;  // of the grid, by id
  std::multimap<std::string, const Trial*> dependants_;
  std::set<std::string> superseding_;
  std::set<std::string> unreadable_;  // keys of data sets
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_PLANNER_H_
