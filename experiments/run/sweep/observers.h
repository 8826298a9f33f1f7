#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_OBSERVERS_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_OBSERVERS_H_

#include <utility>
#include <vector>

#include "experiments/run/sweep/runner.h"

namespace mercer {

/// Tells several observers, in their order, what one is told. They must outlive it.
class Observers : public RunObserver {
 public:
  explicit Observers(std::vector<RunObserver*> all) : all_(std::move(all)) {}

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
