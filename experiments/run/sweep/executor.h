#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_EXECUTOR_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_EXECUTOR_H_

#include <cstddef>
#include <functional>
#include <string>

#include "experiments/config/trial/trial.h"
#include "experiments/run/trial/trial_run.h"
#include "experiments/store/record.h"

namespace mercer {

/// A trial with what other trials and the plan found for it.
struct TrialOrder {
  Trial trial{};
  TunedFrom tuned{};
  std::string dataset_sha256;  // the data must have; "" where they were not there
};

struct TrialOutcome {
  std::string trial_id;
  ResultRecord record{};
  double seconds = 0;          // wall time from start to end
  bool beside_others = false;  // another trial ran on its machine at one time: no valid times
  bool lost = false;           // with what ran it, which says nothing of the trial
};

/// Where trials run: in this process, in worker processes, on other machines. Whatever becomes of a
/// trial is its record; an executor throws only where none can be started at all.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Told, in Wait, the trial's id and what it is at now (TrialSettings::on_phase).
  std::function<void(const std::string&, const std::string&)> on_phase{};

  /// Trials at a time, >= 1; may change in Wait.
  virtual std::size_t slots() const = 0;

  /// Needs a free slot.
  virtual void Start(TrialOrder order) = 0;

  /// Blocks until one of the trials started has ended. Needs one that has not been told of.
  virtual TrialOutcome Wait() = 0;
};

/// Runs the order in this process, as a tuning trial or as one that is measured.
ResultRecord RunOrder(const TrialOrder& order, const TrialSettings& settings,
                      TrialDataCache& cache);

/// One trial at a time, in this process: nothing that a trial does to the process is kept from the
/// rest.
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
