#ifndef MERCER_EXPERIMENTS_STORE_CSV_H_
#define MERCER_EXPERIMENTS_STORE_CSV_H_

#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// One record of a CSV file and the line (from 1) where it starts. A quoted field may contain line
/// breaks.
struct CsvRow {
  int line = 0;
  std::vector<std::string> fields;
};

/// Parses RFC 4180 text. Lines may end in LF or CRLF, the last line may lack a line end, and blank
/// lines are skipped. Removes the "'" that CsvLine puts before a field. Throws InvalidInput with
/// `path` and line for a quote that is never closed or that is inside an unquoted field. O(text).
std::vector<CsvRow> ParseCsv(std::string_view text, const std::string& path);

/// A line of CSV, with a line end: the fields joined by commas and quoted if necessary. A field
/// that is not a number and begins with one of = + - @, a tab or a carriage return, with or without
/// "'" before it, gets another "'" before it, because a spreadsheet would evaluate it as a formula.
std::string CsvLine(const std::vector<std::string>& fields);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_CSV_H_
