#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_

#include <string>
#include <vector>

#include "experiments/run/trial/trial_run.h"

namespace mercer {

/// What the `metric` column of a tuning trial says; its `value` is the best merit.
inline constexpr const char* kTuningMetric = "tuning";

/// Tries every point (tuning_scores.h) and records the best in tuned_params: of equally good ones
/// the first in the order of GridPoints, so the smallest cost or lambda. tuned_on says on which
/// rows: "train-validation (0.2 of 100 training rows)", "train-folds (5 of 100 training rows)",
/// "test".
ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache);

/// The values that a finished tuning trial chose.
TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
