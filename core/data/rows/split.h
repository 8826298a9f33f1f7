#ifndef MERCER_CORE_DATA_ROWS_SPLIT_H_
#define MERCER_CORE_DATA_ROWS_SPLIT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Row numbers of the training and the test part; no row is in both.
struct Split {
  std::vector<Index> train;  // increasing
  std::vector<Index> test;   // increasing
};

/// ⌊fraction·n⌋, at most n, of the decimal that was written: 0.29 of 100 rows are 29.
Index RowsOfFraction(Index n, double fraction);

/// How many rows RandomSplit trains on, and FoldSplit in its fold 0, which has the fewest. They
/// throw what these throw. O(1).
Index RandomSplitTrainRows(Index n, double train_fraction, Index max_train);
Index FoldSplitTrainRows(Index n, Index folds);

/// min(⌊fraction·n⌋, max_train) rows drawn without replacement by `seed` train (max_train 0: no
/// cap); every other row tests. Throws InvalidInput where either part would be empty, or the
/// fraction is outside (0, 1). O(n).
Split RandomSplit(Index n, double train_fraction, Index max_train, std::uint64_t seed);

/// Fold `fold` of `folds` tests, the others train: the folds are consecutive pieces of one
/// permutation that the seed draws, their sizes differ by one at most, so that every row tests in
/// exactly one of them. 0 ≤ fold < folds. Throws InvalidInput where folds < 2 or > n. O(n).
Split FoldSplit(Index n, Index folds, Index fold, std::uint64_t seed);

/// The rows given, sorted; where `test` is empty every row that does not train tests. Row i of a
/// list stands in line i + 1 of its file, which the errors name. Throws InvalidInput for a number
/// outside [0, n), one that occurs twice or in both lists, or an empty part. O(n).
Split GivenSplit(Index n, const std::vector<Index>& train, const std::string& train_file,
                 const std::vector<Index>& test, const std::string& test_file);

/// The last part tests, the parts before it train. Throws InvalidInput for fewer than two parts.
Split OfficialSplit(const std::vector<Index>& part_rows);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_SPLIT_H_
