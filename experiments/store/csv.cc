#include "experiments/store/csv.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "core/data/formats/csv_fields.h"

namespace mercer {
namespace {

bool IsNumber(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  return error == std::errc() && end == field.data() + field.size();
}

/// Whether a spreadsheet would take it for a formula, or for one that is kept from being one.
bool LooksLikeFormula(std::string_view field) {
  const std::size_t begin = field.find_first_not_of('\'');
  if (begin == field.npos || field.size() - begin < 2) return false;
  return std::string_view("=+-@\t\r").find(field[begin]) != field.npos && !IsNumber(field);
}

std::string Quote(const std::string& raw) {
  const std::string field = LooksLikeFormula(raw) ? "'" + raw : raw;
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
    for (const CsvFields::Field& field : fields) {
      std::string_view raw = field.text;
      if (raw.starts_with('\'') && LooksLikeFormula(raw)) raw.remove_prefix(1);
      row.fields.emplace_back(raw);
    }
  }
  return rows;
}

std::string CsvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + Quote(fields[i]);
  return line + "\n";
}

}  // namespace mercer
