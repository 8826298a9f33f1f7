#ifndef MERCER_CORE_DATA_FORMATS_CSV_READER_H_
#define MERCER_CORE_DATA_FORMATS_CSV_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/data_format.h"
#include "core/data/formats/text_table.h"

namespace mercer {

/// Options for reading text of separated fields. A column is given by its name in the heading or in
/// `columns`, or, if no column has that name, by its number ("3"), counted from 1. A label of kind
/// kNumber is always the number of a column.
struct CsvOptions {
  char separator = ',';                // ' ': runs of spaces and tabs
  bool header = false;                 // the first line names the columns
  bool trim = true;                    // blanks around a field are not part of it
  char comment = '\0';                 // lines that begin with it are skipped
  bool final_dot = false;              // a dot that ends a line is not part of it
  std::vector<std::string> columns{};  // names of all, including the label, if there is no heading
  LabelColumn label{};
  std::vector<std::string> classes{};      // class names in code order; empty: found
  std::vector<TableColumn> categories{};   // values of categorical columns, in code order
  std::vector<std::string> categorical{};  // columns of names, with values to be found
  std::vector<std::string> ignore{};       // columns to leave out
  MissingRule missing = MissingRule::kError;
  std::vector<std::string> missing_values{"", "?"};  // fields that mean a missing value
};

/// Reads text of separated fields, RFC 4180: a field in double quotes may hold separators, line
/// ends and doubled quotes. A column that is not declared, or the label, is numeric if its first
/// value is a number; otherwise it holds names, whose codes are their positions in sorted order.
/// Accepted: CRLF, blank lines at the end only, no newline at the end and, with trim (which RFC
/// 4180 does not do), blanks around fields. Throws InvalidInput with `path`, line and column for a
/// wrong number of fields, a misplaced or unclosed quote, an invalid number (also nan, inf and
/// numbers beyond the range of a double), a first value that is the only name of its column (see
/// TextTable::Finish), a value that is not in its column's list, a missing value that no rule
/// handles, and a blank line between rows; with `path` alone for a column that does not exist, a
/// name that several columns have and that an option gives, a text without rows or one beyond
/// kMaxDenseValues. Memory: 8 bytes per field besides the text. O(size of the text).
DataTable ParseCsv(std::string_view text, const std::string& path, const CsvOptions& options);

/// The format "csv", with the parameters of CsvOptions.
DataFormat CsvFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_CSV_READER_H_
