#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/trial/trial_run.h"

namespace mercer {

/// Rows of the training part: those that a grid point is fitted on and those it is scored on, both
/// in increasing order.
struct TuningSplit {
  std::vector<Index> fit, scored;
};

/// The splits of a training part of `rows` rows. If `max_rows` is given, only that many rows, drawn
/// with the seed, are used. With a validation fraction there is one split; with k folds there are
/// k, whose sizes differ by at most one, so that every used row is scored once. Throws InvalidInput
/// if a side would have no row.
std::vector<TuningSplit> TuningSplits(const TuningSpec& spec, Index rows, std::uint64_t seed);

/// The merit of each point of a tuning trial's grid; larger is better. For classes it is the share
/// of scored rows that are predicted correctly, for values 1 − |ŷ − y|₂/|y|₂, over the predictions
/// of all folds together. Test rows and test labels are used only if the grid is tuned on the test
/// part. The seeds are the trial's, the same for every point and fold; a bandwidth rule uses the
/// whole training part. Points that share their features, or have none, are fitted in parallel if
/// there are several threads; `times` then holds the sums of their times. The merits do not depend
/// on the number of threads. Throws what fitting throws, and InvalidInput if no row can be scored.
std::vector<double> ScoreGrid(const Trial& trial, const std::vector<TunedValues>& points,
                              const TrialData& data, const TrialSettings& settings,
                              PhaseTimes& times);

/// The `metric` column of a tuning trial; its `value` is the best merit.
inline constexpr const char* kTuningMetric = "tuning";

/// Scores every point (ScoreGrid) and records the best in tuned_params; of equally good points the
/// first in the order of GridPoints, so the smallest cost or lambda. tuned_on names the rows:
/// "train-validation (0.2 of 100 training rows)", "train-folds (5 of 100 training rows)", "test".
ResultRecord RunTuning(const Trial& trial, const TrialSettings& settings, TrialDataCache& cache);

/// The values that a finished tuning trial chose.
TunedValues ChosenValues(const TuningSpec& spec, const ResultRecord& record);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_RUN_H_
