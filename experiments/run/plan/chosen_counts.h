#ifndef MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_

#include "experiments/config/trial/experiment.h"
#include "experiments/run/trial/trial_data.h"

namespace mercer {

/// Whether the experiment has a D that follows from an error and is not chosen yet.
bool LacksCounts(const Experiment& experiment);

/// The experiment with a D chosen for each of its targets (FeatureCountFinder) on the training rows
/// of the first repetition, and with its trials updated. Targets that ask for the same D are one
/// cell, that of the smallest. The result depends only on the config and the data. Targets whose
/// data are not on this machine keep D = 0. Throws InvalidInput, naming data set, kernel and
/// method, if no D reaches a target. Loads the data sets of these trials.
Experiment WithChosenCounts(Experiment experiment, TrialDataCache& cache);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_CHOSEN_COUNTS_H_
