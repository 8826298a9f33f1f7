#ifndef MERCER_CORE_DATA_ROWS_SPLIT_H_
#define MERCER_CORE_DATA_ROWS_SPLIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The row numbers of a text: one in each line, counted from 0, in any order; the last line may end
/// without LF, lines may end in CRLF. Throws InvalidInput "<path>, line 3, column 1: …" for a line
/// that is no whole number ≥ 0 and for what CheckRowNumbers refuses. At most 8 bytes for each two
/// of the text.
std::vector<Index> ParseRowNumbers(const std::string& path, std::string_view text,
                                   std::optional<Index> num_rows);

/// Throws InvalidInput, naming the line of the file (item i stands in line i + 1), for a number
/// that is not below num_rows, where that is known, and for one that occurs twice. O(numbers·log).
void CheckRowNumbers(const std::vector<Index>& numbers, const std::string& path,
                     std::optional<Index> num_rows);

/// Throws InvalidInput, naming both lines, for the first number of `test` that `train` has too.
/// O(numbers·log).
void CheckDisjoint(const std::vector<Index>& train, const std::string& train_path,
                   const std::vector<Index>& test, const std::string& test_path);

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
