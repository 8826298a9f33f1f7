#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/trial/trial_run.h"

namespace mercer {

/// Rows of the training part: those that a point of the grid is fitted on and those it is scored
/// on, both in increasing order.
struct TuningSplit {
  std::vector<Index> fit, scored;
};

/// The splits of a training part of `rows` rows, of which `max_rows` (where given), drawn by the
/// seed, are looked at: one with a validation fraction; k with k folds, whose sizes differ by one
/// at most, so that every row looked at is scored once. Throws InvalidInput where a side would have
/// no row.
std::vector<TuningSplit> TuningSplits(const TuningSpec& spec, Index rows, std::uint64_t seed);

/// The merit of each point of a tuning trial's grid, the larger the better: the share of the rows
/// scored that are predicted right, or, of values, 1 − |ŷ − y|₂/|y|₂, over the predictions of all
/// folds together. Test rows and test labels are looked at only where the grid is tuned on the test
/// part. Seeds are the trial's, the same for every point and fold; a bandwidth rule looks at the
/// whole training part. Points that share their features or have none are fitted side by side where
/// there are several threads: `times` are then the sums of theirs. The same merits for any number
/// of threads. Throws what fitting throws, and InvalidInput where no row can be scored.
std::vector<double> ScoreGrid(const Trial& trial, const std::vector<TunedValues>& points,
                              const TrialData& data, const TrialSettings& settings,
                              PhaseTimes& times);

/// What the `metric` column of a tuning trial says; its `value` is the best merit.
inline constexpr const char* kTuningMetric = "tuning";

/// Tries every point (ScoreGrid) and records the best in tuned_params: of equally good ones
/// the first in the order of GridPoints, so the smallest cost or lambda. tuned_on says on which
/// rows: "train-validation (0.2 of 100 training rows)", "train-folds (5 of 100 training rows)",
/// "test".
ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache);

/// The values that a finished tuning trial chose.
TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
