#include "experiments/run/sweep/executor.h"

#include "core/base/stopwatch.h"
#include "experiments/run/trial/tuning_run.h"

namespace mercer {
namespace {

constexpr const char* kLost = "lost: ";

}  // namespace

ResultRecord RunOrder(const TrialOrder& order, const TrialSettings& settings,
                      TrialDataCache& cache) {
  if (order.trial.tuning) return RunTuning(order.trial, settings, cache);
  return RunTrial(order.trial, order.tuned, settings, cache);
}

ResultRecord LostRecord(const Trial& trial, const TrialSettings& settings, const std::string& how) {
  ResultRecord record = StartRecord(trial, settings);
  record.Set(column::kStatus, TrialStatus::kFailed);
  record.Set(column::kMessage, kLost + how);
  return record;
}

bool WasLost(const ResultRecord& record) {
  return record.Get(column::kStatus) == TrialStatus::kFailed &&
         record.Get(column::kMessage).starts_with(kLost);
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
