#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_EXECUTOR_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_EXECUTOR_H_

#include <cstddef>
#include <functional>
#include <string>

#include "experiments/config/trial/trial.h"
#include "experiments/run/trial/trial_run.h"
#include "experiments/store/record.h"

namespace mercer {

/// A trial with the results of other trials and of the plan that it needs.
struct TrialOrder {
  Trial trial{};
  TunedFrom tuned{};
  std::string dataset_sha256;  // the hash that the data must have; "" if they were missing
};

struct TrialOutcome {
  std::string trial_id;
  ResultRecord record{};
  double seconds = 0;          // wall time from start to end
  bool beside_others = false;  // another trial ran on its machine at the same time: its times are
                               // not valid
  bool lost = false;           // its executor was lost, which says nothing about the trial
};

/// Runs trials in this process, in worker processes or on other machines. Whatever happens to a
/// trial is in its record; an executor throws only if no trial can be started at all.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Called in Wait with the trial's id and the part that it has reached (TrialSettings::on_phase).
  std::function<void(const std::string&, const std::string&)> on_phase{};

  /// The number of trials at a time, >= 1; may change in Wait.
  virtual std::size_t slots() const = 0;

  /// Starts a trial. Requires a free slot.
  virtual void Start(TrialOrder order) = 0;

  /// Blocks until one of the started trials has ended, and returns its outcome. Requires a started
  /// trial that has not been returned yet.
  virtual TrialOutcome Wait() = 0;
};

/// Runs the order in this process, as a tuning trial or as a measured one.
ResultRecord RunOrder(const TrialOrder& order, const TrialSettings& settings,
                      TrialDataCache& cache);

/// Runs one trial at a time, in this process. Nothing isolates the process from a trial: a crash
/// ends it.
class InProcessExecutor : public Executor {
 public:
  /// Both must outlive it.
  InProcessExecutor(const TrialSettings& settings, TrialDataCache& cache)
      : settings_(settings), cache_(cache) {}

  std::size_t slots() const override { return 1; }
  void Start(TrialOrder order) override { order_ = std::move(order); }
  TrialOutcome Wait() override;

 private:
  const TrialSettings& settings_;
  TrialDataCache& cache_;
  TrialOrder order_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_EXECUTOR_H_
