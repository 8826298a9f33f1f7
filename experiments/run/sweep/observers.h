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

/// Receives the events of a run, for example to draw the progress line. All calls come from the
/// thread that called RunExperiment.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Called first, with the id of the run, which names its files in the results folder.
  virtual void OnRun(const std::string& /*run_id*/) {}
  /// Called before OnStart with the seconds that each trial of its `to_run` is expected to take, in
  /// that order, from closed forms (CostModel); 0 if its data are missing, negative if unknown.
  virtual void OnExpected(const std::vector<double>& /*seconds*/) {}
  /// `to_run` is in the order of execution; total − to_run.size() trials are already done. Stale
  /// trials that do not run again are counted in neither.
  virtual void OnStart(std::size_t total, const std::vector<const Trial*>& to_run) = 0;
  virtual void OnTrialStart(const Trial& trial) = 0;
  /// The part that a running trial has reached: "data", the name of a phase, or "measures".
  virtual void OnPhase(const Trial& /*trial*/, const std::string& /*phase*/) {}
  /// No trial can start before `trials`, which another process runs, have ended; if `trials` is
  /// empty, before that process has written the table. `process` is its process id, if visible from
  /// here. Called again when these change.
  virtual void OnWaiting(const std::vector<const Trial*>& /*trials*/,
                         std::optional<int> /*process*/) {}
  /// The executor of the trial was lost; the trial runs again.
  virtual void OnTrialLost(const Trial& /*trial*/, const ResultRecord& /*record*/) {}
  virtual void OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) = 0;
  virtual void OnEnd() = 0;
};

/// The numbers of trials by outcome. ok, failed and skipped count the records of the selected
/// trials that are in the folder when the run ends, whether they ran now or before; failed includes
/// timeout and out_of_memory.
struct RunSummary {
  std::size_t ran = 0, kept = 0, ok = 0, failed = 0, skipped = 0;
  std::vector<std::string> stale{};  // trials whose results were made with other data, code, seeds
                                     // or tuned values, and that did not run again
  std::size_t stale_elsewhere = 0;   // stale trials of the config that were not selected
  std::size_t rows = 0;              // rows of trials.csv
  std::size_t unlisted = 0;          // records that belong to no trial of the config; they are kept
  std::vector<std::string> problems{};  // descriptions of damaged files
  std::vector<std::string> gone{};      // trials that ran or were kept, but whose record is missing
                                        // or damaged when the run ends
};

/// Forwards each event to several observers, in their order. They must outlive this object.
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
