#ifndef MERCER_CORE_DATA_ROWS_ROW_NUMBERS_H_
#define MERCER_CORE_DATA_ROWS_ROW_NUMBERS_H_

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

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_ROW_NUMBERS_H_
