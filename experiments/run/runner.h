#ifndef MERCER_EXPERIMENTS_RUN_RUNNER_H_
#define MERCER_EXPERIMENTS_RUN_RUNNER_H_

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial.h"
#include "experiments/store/record.h"

namespace mercer {

struct RunOptions {
  std::filesystem::path out;  // results folder
  int threads = 1;
  std::vector<std::pair<std::string, std::string>> only{};      // --only key=value
  std::vector<std::pair<std::string, std::string>> settings{};  // --set, for the context
  std::vector<std::string> retry{};                             // statuses to run again
  bool passport = false;  // put the machine's passport into the context of a run
};

/// Told of everything that happens; draws the progress line. All calls come from the calling
/// thread.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Told before OnStart: the seconds that each trial of its `to_run` is expected to take, in that
  /// order, by closed form (CostModel); 0 without its data, negative where that is not known.
  virtual void OnExpected(const std::vector<double>& /*seconds*/) {}
  /// `to_run` in the order they will run; total − to_run.size() trials are done already.
  virtual void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) = 0;
  virtual void OnTrialStart(const Trial& trial) = 0;
  virtual void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) = 0;
  virtual void OnEnd() = 0;
};

/// Trials by what became of them. ok, failed and skipped count all that were asked for, whether
/// they ran now or before; failed takes in timeout and out_of_memory.
struct RunSummary {
  std::size_t ran = 0, kept = 0, ok = 0, failed = 0, skipped = 0;
  std::size_t stale = 0;     // records moved aside, because data, code or tuned values changed
  std::size_t unlisted = 0;  // records that no trial of the config has; left where they are
  std::vector<std::string> problems{};  // damaged files, in words
};

/// One trial that was asked for.
struct PlannedTrial {
  Trial trial{};
  bool run = false;    // else its record is kept
  bool stale = false;  // it has a record, made with other data, code or tuned values
};

/// What RunExperiment would do, in its order; writes nothing. Throws InvalidInput for all that can
/// be wrong before a trial runs: --only, the results folder, statuses to retry, a faulty data file.
std::vector<PlannedTrial> PlanRun(const Experiment& experiment, const Catalogue& catalogue,
                                  const RunOptions& options);

/// Runs what is not done yet, one trial at a time in this process, storing each record as it is
/// made; writes trials.csv at the end. A failing trial is a row; the rest goes on. A record whose
/// trial, data and tuned values are the same is kept; one that was skipped runs again once its data
/// are there. Throws as PlanRun does, before anything is written.
RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_RUNNER_H_
