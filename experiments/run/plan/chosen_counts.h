#ifndef MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_

#include "experiments/config/trial/experiment.h"
#include "experiments/run/trial/trial_data.h"

namespace mercer {

/// Whether a D follows from an error and is not chosen yet.
bool LacksCounts(const Experiment& experiment);

/// The experiment with the D that its targets ask for (FeatureCountFinder) on the training rows of
/// the first repetition, and its trials with these: a function of the config and the data. Targets
/// of data that are not here keep D = 0. Throws InvalidInput, naming data set, kernel and method,
/// where there is no such D. Loads the data sets of such trials.
Experiment WithChosenCounts(Experiment experiment, TrialDataCache& cache);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_
