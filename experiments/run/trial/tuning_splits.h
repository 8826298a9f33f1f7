#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SPLITS_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SPLITS_H_

#include <cstdint>
#include <vector>

#include "experiments/config/trial/experiment.h"

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

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TUNING_SPLITS_H_
