#include "experiments/store/csv.h"

#include <algorithm>
#include <cstddef>

#include "core/data/formats/csv_fields.h"

namespace mercer {
namespace {

std::string Quote(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::vector<CsvRow> ParseCsv(std::string_view text, const std::string& path) {
  CsvOptions rfc4180;
  rfc4180.trim = false;
  CsvFields records(text, path, rfc4180);
  std::vector<CsvRow> rows;
  std::vector<CsvFields::Field> fields;
  CsvRow at{1, {}};
  std::size_t counted = 0;  // bytes before which the line ends are
  while (records.Next(&fields)) {
    const std::size_t begin = fields.front().offset;
    at.line +=
        static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                    text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    counted = begin;
    if (fields.size() == 1 && fields.front().text.empty()) continue;  // a blank line
    CsvRow& row = rows.emplace_back(at);
    for (const CsvFields::Field& field : fields) row.fields.emplace_back(field.text);
  }
  return rows;
}

std::string CsvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + Quote(fields[i]);
  return line + "\n";
}

}  // namespace mercer
