#ifndef MERCER_CORE_DATA_CSV_READER_H_
#define MERCER_CORE_DATA_CSV_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/data/labelled_rows.h"

namespace mercer {

/// One column of a comma separated file.
struct CsvColumn {
  std::string name{};
  std::vector<std::string> values{};  // of a categorical column, in the order of their codes 0, 1,
                                      // …; empty: numbers
};

/// The layout of a UCI style file: no heading, no quotes, one example per line.
struct CsvFormat {
  std::vector<CsvColumn> attributes{};  // d
  CsvColumn label{};
  bool label_first = false;  // else last
};

/// Reads comma separated text into dense rows: a number as it is, a categorical value as its code.
/// Accepted: CRLF, blank lines at the end only, no newline at the end. Throws InvalidInput with
/// `path`, line and column for a wrong number of fields, a number that is none (nan and inf too), a
/// value that is not in its column's list, a blank line among the rows; with `path` for a text
/// without any row or one beyond kMaxDenseValues. O(size of the text · longest value list).
LabelledRows ParseCsv(std::string_view text, const std::string& path, const CsvFormat& format);

/// ParseCsv on the contents of a file, which may be packed (ReadDataFile).
LabelledRows ReadCsv(const std::string& path, const CsvFormat& format);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_CSV_READER_H_
