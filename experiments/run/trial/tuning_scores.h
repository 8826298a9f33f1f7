#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SCORES_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SCORES_H_

#include <vector>

#include "experiments/config/trial/tuned_values.h"
#include "experiments/run/trial/trial_run.h"

namespace mercer {

/// The merit of each point of a tuning trial's grid, the larger the better: the share of the rows
/// scored that are predicted right, or, of values, 1 − |ŷ − y|₂/|y|₂, over the predictions of all
/// folds together. Test rows and test labels are looked at only where the grid is tuned on the test
/// part. Seeds are the trial's, the same for every point and fold; a bandwidth rule looks at the
/// whole training part. Throws what fitting throws, and InvalidInput where no row can be scored.
std::vector<double> ScoreGrid(const Trial& trial, const std::vector<TunedValues>& points,
                              const TrialData& data, const TrialSettings& settings,
                              PhaseTimes& times);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SCORES_H_
