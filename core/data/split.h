#ifndef MERCER_CORE_DATA_SPLIT_H_
#define MERCER_CORE_DATA_SPLIT_H_

#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Row numbers of the training and the test part; each row is in exactly one of them.
struct Split {
  std::vector<Index> train;  // increasing
  std::vector<Index> test;   // increasing
};

/// min(⌊fraction·n⌋, max_train) rows drawn without replacement by `seed` train (max_train 0: no
/// cap); every other row tests. The fraction counts as the decimal that was written: 0.29 of 100
/// rows are 29. Throws InvalidInput where either part would be empty, or the fraction is outside
/// (0, 1). O(n).
Split RandomSplit(Index n, double train_fraction, Index max_train, std::uint64_t seed);

/// The last part tests, the parts before it train. Throws InvalidInput for fewer than two parts.
Split OfficialSplit(const std::vector<Index>& part_rows);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_SPLIT_H_
