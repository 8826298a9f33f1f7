#include "experiments/run/sweep/executor.h"

#include "core/base/stopwatch.h"
#include "experiments/run/trial/tuning_run.h"

namespace mercer {

ResultRecord RunOrder(const TrialOrder& order, const TrialSettings& settings,
                      TrialDataCache& cache) {
  if (order.trial.tuning) return RunTuning(order.trial, settings, cache);
  return RunTrial(order.trial, order.tuned, settings, cache);
}

TrialOutcome InProcessExecutor::Wait() {
  const Stopwatch watch;
  TrialSettings settings = settings_;
  if (on_phase)
    settings.on_phase = [this](const std::string& what) { on_phase(order_.trial.id, what); };
  ResultRecord record = RunOrder(order_, settings, cache_);
  return {order_.trial.id, std::move(record), watch.Seconds()};
}

}  // namespace mercer
