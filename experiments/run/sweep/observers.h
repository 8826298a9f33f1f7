#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_OBSERVERS_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_OBSERVERS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/trial/trial.h"
#include "experiments/store/record.h"

namespace mercer {

/// Told of everything that happens; draws the progress line. All calls come from the calling
/// thread.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Told first: the id of the run, which names its files in the results folder.
  virtual void OnRun(const std::string& /*run_id*/) {}
  /// Told before OnStart: the seconds that each trial of its `to_run` is expected to take, in that
  /// order, by closed form (CostModel); 0 without its data, negative where that is not known.
  virtual void OnExpected(const std::vector<double>& /*seconds*/) {}
  /// `to_run` in the order they will run; total − to_run.size() trials are done already. Stale ones
  /// that do not run again are in neither.
  virtual void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) = 0;
  virtual void OnTrialStart(const Trial& trial) = 0;
  /// What a running trial is at: "data", the name of a phase, "measures".
  virtual void OnPhase(const Trial& /*trial*/, const std::string& /*phase*/) {}
  /// None can start before trials that another process is at have ended; without trials, before it
  /// has written the table. `process`: its number, where it is to be seen from here. Told anew
  /// where that changes.
  virtual void OnWaiting(const std::vector<const Trial*>& /*trials*/,
                         std::optional<int> /*process*/) {}
  /// What ran the trial was lost; it runs again.
  virtual void OnTrialLost(const Trial& /*trial*/, const ResultRecord& /*record*/) {}
  virtual void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) = 0;
  virtual void OnEnd() = 0;
};

/// Trials by what became of them. ok, failed and skipped count the records of those that were asked
/// for, whether they ran now or before, as they stand in the folder when the run ends; failed takes
/// in timeout and out_of_memory.
struct RunSummary {
  std::size_t ran = 0, kept = 0, ok = 0, failed = 0, skipped = 0;
  std::vector<std::string> stale{};  // trials whose results were made with other data, code, seeds
                                     // or tuned values, and that did not run again
  std::size_t stale_elsewhere = 0;   // such trials of the config that were not asked for
  std::size_t rows = 0;              // of trials.csv
  std::size_t unlisted = 0;          // records that no trial of the config has; left where they are
  std::vector<std::string> problems{};  // damaged files, in words
  std::vector<std::string> gone{};      // trials that ran or were kept, and whose record is gone or
                                        // damaged when the run ends
};

/// Tells several observers, in their order, what one is told. They must outlive it.
class Observers : public RunObserver {
 public:
  explicit Observers(std::vector<RunObserver*> all) : all_(std::move(all)) {}

  void OnRun(const std::string& run_id) override {
    for (RunObserver* one : all_) one->OnRun(run_id);
  }
  void OnExpected(const std::vector<double>& seconds) override {
    for (RunObserver* one : all_) one->OnExpected(seconds);
  }
  void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) override {
    for (RunObserver* one : all_) one->OnStart(total, to_run);
  }
  void OnTrialStart(const Trial& trial) override {
    for (RunObserver* one : all_) one->OnTrialStart(trial);
  }
  void OnPhase(const Trial& trial, const std::string& phase) override {
    for (RunObserver* one : all_) one->OnPhase(trial, phase);
  }
  void OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) override {
    for (RunObserver* one : all_) one->OnWaiting(trials, process);
  }
  void OnTrialLost(const Trial& trial, const ResultRecord& record) override {
    for (RunObserver* one : all_) one->OnTrialLost(trial, record);
  }
  void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) override {
    for (RunObserver* one : all_) one->OnTrialEnd(trial, record, seconds);
  }
  void OnEnd() override {
    for (RunObserver* one : all_) one->OnEnd();
  }

 private:
  std::vector<RunObserver*> all_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_OBSERVERS_H_
