#ifndef MERCER_CORE_DATA_ROWS_SPLIT_H_
#define MERCER_CORE_DATA_ROWS_SPLIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Parses row numbers from a text: one per line, counted from 0, in any order. The last line may
/// lack LF; lines may end in CRLF. Throws InvalidInput "<path>, line 3, column 1: …" for a line
/// that is not a whole number ≥ 0 and for everything that CheckRowNumbers rejects. Memory: at most
/// 8 bytes for every 2 bytes of the text.
std::vector<Index> ParseRowNumbers(const std::string& path, std::string_view text,
                                   std::optional<Index> num_rows);

/// Throws InvalidInput, naming the line of the file (item i is in line i + 1), for a number that is
/// not below num_rows, if that is known, and for a number that occurs twice. O(numbers·log).
void CheckRowNumbers(const std::vector<Index>& numbers, const std::string& path,
                     std::optional<Index> num_rows);

/// Throws InvalidInput, naming both lines, for the first number of `test` that is also in `train`.
/// O(numbers·log).
void CheckDisjoint(const std::vector<Index>& train, const std::string& train_path,
                   const std::vector<Index>& test, const std::string& test_path);

/// Row numbers of the training part and the test part; no row is in both.
struct Split {
  std::vector<Index> train;  // increasing
  std::vector<Index> test;   // increasing
};

/// ⌊fraction·n⌋, at most n, for the fraction as the decimal that was written: 0.29 of 100 rows are
/// 29.
Index RowsOfFraction(Index n, double fraction);

/// The number of training rows of RandomSplit, and of FoldSplit for fold 0, which has the fewest.
/// They throw as these functions do. O(1).
Index RandomSplitTrainRows(Index n, double train_fraction, Index max_train);
Index FoldSplitTrainRows(Index n, Index folds);

/// The training part is min(⌊fraction·n⌋, max_train) rows drawn without replacement with `seed`
/// (max_train 0: no cap); the test part is all other rows. Throws InvalidInput if either part would
/// be empty or the fraction is outside (0, 1). O(n).
Split RandomSplit(Index n, double train_fraction, Index max_train, std::uint64_t seed);

/// The test part is fold `fold` of `folds`, the training part the other folds. The folds are
/// consecutive pieces of one permutation drawn with the seed. Their sizes differ by at most one,
/// and every row is in the test part of exactly one fold. 0 ≤ fold < folds. Throws InvalidInput if
/// folds < 2 or > n. O(n).
Split FoldSplit(Index n, Index folds, Index fold, std::uint64_t seed);

/// The given rows, sorted. If `test` is empty, every row that is not in `train` is in the test
/// part. Item i of a list is in line i + 1 of its file, which errors name. Throws InvalidInput for
/// a number outside [0, n), a number that occurs twice or in both lists, or an empty part. O(n +
/// numbers·log).
Split GivenSplit(Index n, const std::vector<Index>& train, const std::string& train_file,
                 const std::vector<Index>& test, const std::string& test_file);

/// The last part of the data set is the test part; the parts before it are the training part.
/// Throws InvalidInput if there are fewer than two parts.
Split OfficialSplit(const std::vector<Index>& part_rows);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_SPLIT_H_
