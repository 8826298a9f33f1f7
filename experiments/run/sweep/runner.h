#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/shard.h"
#include "experiments/store/record.h"

namespace mercer {

class Executor;
struct TrialSettings;
struct WorkerSettings;

/// Makes what runs the trials of one run; the settings outlive it.
using ExecutorMaker =
    std::function<std::unique_ptr<Executor>(const TrialSettings&, const WorkerSettings&)>;

/// What a process has of its machine where several processes of one run are on it.
struct MachineShare {
  std::size_t trials = 0;    // at a time on this machine, of all of them; 0: the jobs
  std::size_t on_cores = 0;  // of these, on the cores that this process may use; 0: the jobs
  std::size_t first = 0;     // of those, the first that is this process's
};

struct RunOptions {
  std::filesystem::path out;  // results folder
  int threads = 1;
  std::size_t jobs = 1;               // trials at a time; times of more than one are not valid
  double timeout_seconds = 0;         // of a trial, in place of the config's; 0: the config's
  double memory_gib = 0;              // of a trial, in place of the config's; 0: the config's
  std::vector<int> cores{};           // that trials run on; empty: all that this process may use
  std::vector<std::string> worker{};  // command of a worker process; empty: trials run in this one
  std::vector<std::pair<std::string, std::string>> only{};      // --only key=value
  std::vector<std::pair<std::string, std::string>> settings{};  // --set, for the context
  std::vector<std::string> retry{};  // statuses to run again, "stale" among them
  Shard shard{};                     // the part of the trials asked for
  int ranks = 1;                     // that run trials together
  MachineShare share{};
  ExecutorMaker make_executor{};  // empty: `worker` and `jobs` say where trials run
  bool passport = false;          // put the machine's passport into the context of a run
};

/// Told of everything that happens; draws the progress line. All calls come from the calling
/// thread.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Told before OnStart: the seconds that each trial of its `to_run` is expected to take, in that
  /// order, by closed form (CostModel); 0 without its data, negative where that is not known.
  virtual void OnExpected(const std::vector<double>& /*seconds*/) {}
  /// `to_run` in the order they will run; total − to_run.size() trials are done already. Stale ones
  /// that do not run again are in neither.
  virtual void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) = 0;
  virtual void OnTrialStart(const Trial& trial) = 0;
  /// What a running trial is at: "data", the name of a phase, "measures".
  virtual void OnPhase(const Trial& /*trial*/, const std::string& /*phase*/) {}
  /// What ran the trial was lost; it runs again.
  virtual void OnTrialLost(const Trial& /*trial*/, const ResultRecord& /*record*/) {}
  virtual void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) = 0;
  virtual void OnEnd() = 0;
};

/// Trials by what became of them. ok, failed and skipped count all that were asked for, whether
/// they ran now or before; failed takes in timeout and out_of_memory.
struct RunSummary {
  std::size_t ran = 0, kept = 0, ok = 0, failed = 0, skipped = 0;
  std::vector<std::string> stale{};  // trials whose results were made with other data, code, seeds
                                     // or tuned values, and that did not run again
  std::size_t stale_elsewhere = 0;   // such trials of the config that were not asked for
  std::size_t rows = 0;              // of trials.csv
  std::size_t unlisted = 0;          // records that no trial of the config has; left where they are
  std::vector<std::string> problems{};  // damaged files, in words
};

/// Bytes that one trial may take: --memory, else the config's, else the machine's, divided by the
/// trials that run on it at a time.
double MemoryLimitBytes(const Experiment& experiment, const RunOptions& options);

/// One trial that was asked for.
struct PlannedTrial {
  Trial trial{};
  bool run = false;    // else its record is kept, or it is left stale
  bool stale = false;  // what there is of it was made with other data, code, seeds or tuned values
};

/// What RunExperiment would do, in its order; writes nothing. Throws InvalidInput for all that can
/// be wrong before a trial runs: --only, the results folder, statuses to retry, a faulty data file.
std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options);

/// Runs what is not done yet, storing each record as it is made; writes trials.csv at the end,
/// which holds no record that is stale, whether its trial was asked for or not. A
/// failing trial is a row; the rest goes on. A record whose trial, data and tuned values are the
/// same is kept; one that was skipped runs again once its data are there. Another process at the
/// same folder does other trials; the last to end waits for those. Throws as PlanRun does, before
/// anything is written, and StoreError where the folder can no longer be written.
RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_RUNNER_H_
