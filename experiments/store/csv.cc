#include "experiments/store/csv.h"

#include "core/base/error.h"

namespace mercer {
namespace {

/// Reads one file from left to right.
class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  bool AtEnd() const { return at_ >= text_.size(); }

  CsvRow Row() {
    CsvRow row;
    row.line = line_;
    while (true) {
      row.fields.push_back(Field());
      if (AtEnd()) return row;
      const char separator = text_[at_++];
      if (separator == '\n') {
        ++line_;
        return row;
      }
    }
  }

 private:
  // Leaves the place at ',' or '\n' or the end.
  std::string Field() {
    std::string field = !AtEnd() && text_[at_] == '"' ? Quoted() : Plain();
    if (!AtEnd() && text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    if (!AtEnd() && text_[at_] != ',' && text_[at_] != '\n') Fail("text after a closing quote");
    return field;
  }

  std::string Plain() {
    std::string field;
    while (!AtEnd() && text_[at_] != ',' && text_[at_] != '\n') {
      if (text_[at_] == '"') Fail("a quote inside an unquoted field");
      field += text_[at_++];
    }
    if (!field.empty() && field.back() == '\r') field.pop_back();
    return field;
  }

  std::string Quoted() {
    std::string field;
    ++at_;
    while (true) {
      if (AtEnd()) Fail("a quote that is never closed");
      const char c = text_[at_++];
      if (c == '\n') ++line_;
      if (c != '"') {
        field += c;
      } else if (!AtEnd() && text_[at_] == '"') {
        field += '"';
        ++at_;
      } else {
        return field;
      }
    }
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw InvalidInput(path_ + ":" + std::to_string(line_) + ": " + what +
                       " (expected comma-separated values as in RFC 4180)");
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  int line_ = 1;
};

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
  std::vector<CsvRow> rows;
  Reader reader(text, path);
  while (!reader.AtEnd()) {
    CsvRow row = reader.Row();
    const bool blank = row.fields.size() == 1 && row.fields.front().empty();
    if (!blank) rows.push_back(std::move(row));
  }
  return rows;
}

std::string CsvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + Quote(fields[i]);
  return line + "\n";
}

}  // namespace mercer
