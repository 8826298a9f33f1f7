#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_ROWS_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_ROWS_H_

#include "core/data/dataset.h"
#include "core/data/rows/split.h"
#include "experiments/config/trial/trial.h"

namespace mercer {

/// The rows of the data set that a trial trains and tests on: the row steps of "all" in order, then
/// the split, then the row steps of "train". `labels` are those of the rule, n values. Without a
/// split every row trains. Throws InvalidInput where a part would be empty or a step has not enough
/// rows. O(n·log).
Split TrialRows(const Trial& trial, const Dataset& data, const Vector& labels);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_ROWS_H_
