#ifndef MERCER_CORE_DATA_DATA_TABLE_H_
#define MERCER_CORE_DATA_DATA_TABLE_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// One column of a table, or its label column.
struct TableColumn {
  std::string name{};                 // "" if the file gives none
  std::vector<std::string> values{};  // of a categorical column, in the order of their codes 0, 1,
                                      // …; empty: numbers
};

/// The contents of one part of a data set as read, before encoding.
struct DataTable {
  Examples x;                              // n × d: a number, or the code of a value
  Vector y;                                // n labels: the number read, or the code of a class name
  std::vector<TableColumn> columns{};      // d of them; empty: unnamed numeric columns
  std::vector<std::string> class_names{};  // of label 0, 1, … if classes are names; else empty

  /// Whether any column is categorical.
  bool HasCategories() const;
};

/// What the columns are that a part lacks and another has.
enum class AbsentColumns { kRefused, kZeros };

/// Stacks the parts of a data set, in order. With kZeros, for formats that leave out zeros, rows
/// are widened to the largest d. A categorical column, or the label, has the values of the first
/// part, followed by those that occur only in later parts; codes are changed accordingly. `names`,
/// one for each part, are for messages. Throws InvalidInput if two parts differ in their number of
/// columns (with kRefused) or in their names, or if one has numbers where the other has names.
/// O(stored values).
DataTable PoolTables(std::vector<DataTable> parts, const std::vector<std::string>& names,
                     AbsentColumns absent = AbsentColumns::kRefused);

/// How the codes of categorical columns become input columns: as they are, or as one column for
/// each value, which is 1 if the row has the value and 0 otherwise.
enum class Encoding { kInteger, kOneHot };

/// Number of input columns after encoding.
Index EncodedDim(const std::vector<TableColumn>& columns, Encoding encoding);

/// The encoded rows, with columns in the order of the table. kOneHot gives sparse rows. Throws
/// InvalidInput if more than kMaxDenseValues values would be stored. O(n·d).
Examples Encode(DataTable table, Encoding encoding);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_DATA_TABLE_H_
