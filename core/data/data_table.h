#ifndef MERCER_CORE_DATA_DATA_TABLE_H_
#define MERCER_CORE_DATA_DATA_TABLE_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// One column of a table, or its label.
struct TableColumn {
  std::string name{};                 // "" where the file gives none
  std::vector<std::string> values{};  // of a categorical column, in the order of their codes 0, 1,
                                      // …; empty: numbers
};

/// What a reader makes of the files of one part of a data set, before encoding.
struct DataTable {
  Examples x;                              // n × d: a number, or the code of a value
  Vector y;                                // n labels: the number read, or the code of a class name
  std::vector<TableColumn> columns{};      // d of them, or none: numbers without names
  std::vector<std::string> class_names{};  // of label 0, 1, … where classes are names; else empty

  /// True where a column is categorical.
  bool HasCategories() const;
};

/// The parts of a data set one below the other, in order. Rows of formats without columns (LIBSVM)
/// are widened to the largest d. A categorical column, or the label, has the values of the first
/// part, then those that only later parts have: codes are changed to fit. `names` (one for each
/// part) are for the messages. Throws InvalidInput where two parts have other columns, other names
/// of columns, or numbers in one and names in the other. O(stored values).
DataTable PoolTables(std::vector<DataTable> parts, const std::vector<std::string>& names);

/// How the codes of categorical columns become input columns: as they are, or one column for each
/// value, which is 1 where the row has it and else 0.
enum class Encoding { kInteger, kOneHot };

/// Input columns after encoding.
Index EncodedDim(const std::vector<TableColumn>& columns, Encoding encoding);

/// The rows encoded, columns in the order of the table. kOneHot gives sparse rows. Throws
/// InvalidInput where more than kMaxDenseValues values would be stored. O(n·d).
Examples Encode(DataTable table, Encoding encoding);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_DATA_TABLE_H_
