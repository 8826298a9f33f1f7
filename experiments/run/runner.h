#ifndef MERCER_EXPERIMENTS_RUN_RUNNER_H_
#define MERCER_EXPERIMENTS_RUN_RUNNER_H_

#include <filesystem>
#include <functional>
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
  std::vector<std::pair<std::string, std::string>> only{};  // --only key=value
  std::vector<std::string> retry{};                         // statuses to run again
  bool dry_run = false;
};

/// Told of everything that happens; draws the progress line. All calls come from the calling
/// thread.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void OnStart(std::size_t total, std::size_t already_done) = 0;
  virtual void OnTrialStart(const Trial& trial) = 0;
  virtual void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) = 0;
  virtual void OnEnd() = 0;
};

struct RunSummary {
  std::size_t ran = 0, kept = 0, ok = 0, failed = 0, skipped = 0;
};

/// Runs what is not done yet, one trial at a time in this process, storing each record as it is
/// made; writes trials.csv at the end. A failing trial is a row; the rest goes on.
RunSummary RunExperiment(const Experiment& experiment, const Catalogue& catalogue,
                         const RunOptions& options, RunObserver& observer);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_RUNNER_H_
