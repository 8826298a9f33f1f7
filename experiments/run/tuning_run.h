#ifndef MERCER_EXPERIMENTS_RUN_TUNING_RUN_H_
#define MERCER_EXPERIMENTS_RUN_TUNING_RUN_H_

#include <string>
#include <vector>

#include "experiments/run/trial_run.h"

namespace mercer {

/// What the `metric` column of a tuning trial says; its `value` is the best validation accuracy.
inline constexpr const char* kTuningMetric = "tuning";

/// Every point of a grid, the first key slowest; each key's numbers in increasing order, so that
/// the first of several equally good points is the one with the smallest cost.
std::vector<TunedValues> GridPoints(const TuningSpec& spec);

/// Tries every point on a validation part drawn from the training part (of `max_rows` of its rows
/// where given) and records the best in tuned_params. Neither test rows nor test labels are looked
/// at. Seeds are the trial's, the same for every point.
ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache);

/// The values that a finished tuning trial chose.
TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TUNING_RUN_H_
