#ifndef MERCER_CORE_DATA_FORMATS_CSV_READER_H_
#define MERCER_CORE_DATA_FORMATS_CSV_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/data_format.h"
#include "core/data/formats/text_table.h"

namespace mercer {

/// How a text of separated fields is read. A column is named as the heading or `columns` does, else
/// by its number ("3"), from 1.
struct CsvOptions {
  char separator = ',';                // ' ': runs of spaces and tabs
  bool header = false;                 // the first line names the columns
  bool trim = true;                    // blanks around a field are not part of it
  char comment = '\0';                 // lines that begin with it are left out
  bool final_dot = false;              // a dot that ends a line is not part of it
  std::vector<std::string> columns{};  // names of all, the label's too, where there is no heading
  LabelColumn label{};
  std::vector<std::string> classes{};      // class names in the order of their codes; else found
  std::vector<TableColumn> categories{};   // values of categorical columns, in the order of codes
  std::vector<std::string> categorical{};  // columns of names whose values are found
  std::vector<std::string> ignore{};       // columns left out
  MissingRule missing = MissingRule::kError;
  std::vector<std::string> missing_values{"", "?"};  // fields that say that there is no value
};

/// Reads text of separated fields, RFC 4180: a field in double quotes may hold separators, line
/// ends and doubled quotes. A column that is not declared holds numbers where its first value is
/// one, else names, whose codes are the order of the sorted names; so does the label. Accepted:
/// CRLF, a byte order mark, blank lines at the end only, no newline at the end; with trim (which
/// RFC 4180 does not do) blanks around fields. Throws InvalidInput with `path`, line and column for
/// a wrong number of fields, a quote out of place or never closed, a number that is none (nan and
/// inf too), a value that is not in its column's list, a missing value that no rule takes, a blank
/// line among the rows; with `path` for a column that does not exist, a text without any row or one
/// beyond kMaxDenseValues. Memory: 8 bytes for each field besides the text. O(size of the text).
DataTable ParseCsv(std::string_view text, const std::string& path, const CsvOptions& options);

/// "csv": its parameters are CsvOptions.
DataFormat CsvFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_CSV_READER_H_
