#ifndef MERCER_EXPERIMENTS_STORE_CSV_H_
#define MERCER_EXPERIMENTS_STORE_CSV_H_

#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// One record of a CSV file and the line (from 1) where it starts; a quoted field may hold line
/// ends.
struct CsvRow {
  int line = 0;
  std::vector<std::string> fields;
};

/// The rows of RFC 4180 text (lines may end in LF or CRLF, the last one may be unended, blank lines
/// are skipped). Throws InvalidInput with `path` and line for a quote that is never closed or that
/// stands inside an unquoted field. Takes off the "'" that CsvLine puts before a field. O(text).
std::vector<CsvRow> ParseCsv(std::string_view text, const std::string& path);

/// The fields joined by commas, quoted where they need it, with a line end. A field that is no
/// number and begins with one of = + - @, a tab or a carriage return, "'" before it or not, gets
/// another "'" before it: a spreadsheet would compute it.
std::string CsvLine(const std::vector<std::string>& fields);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_CSV_H_
