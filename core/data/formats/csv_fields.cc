#include "core/data/formats/csv_fields.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/data/formats/text_fault.h"

namespace mercer {

CsvFields::CsvFields(std::string_view text, const std::string& path, const CsvOptions& options)
    : text_(text), path_(path), options_(options) {
  // Only blank lines may follow the last row.
  while (!text_.empty() && (text_.back() == '\n' || text_.back() == '\r')) text_.remove_suffix(1);
}

void CsvFields::Fail(std::size_t offset, const std::string& fault) const {
  ThrowAt(path_, text_, offset, fault);
}

void CsvFields::SkipComments() {
  while (options_.comment != '\0' && at_ < text_.size() && text_[at_] == options_.comment)
    at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
}

void CsvFields::SkipBlanks() {
  while (at_ < text_.size() && IsBlank(text_[at_]) && text_[at_] != options_.separator) ++at_;
  while (options_.separator == ' ' && at_ < text_.size() && IsBlank(text_[at_])) ++at_;
}

bool CsvFields::AtLineEnd() const {
  if (at_ >= text_.size() || text_[at_] == '\n') return true;
  return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
}

// Goes behind the separator; false at the end of the line.
bool CsvFields::TakeSeparator() {
  if (AtLineEnd()) return false;
  if (options_.separator != ' ') {
    ++at_;
    return true;
  }
  SkipBlanks();
  return !AtLineEnd();
}

CsvFields::Field CsvFields::Plain() {
  const std::size_t begin = at_;
  const char separator = options_.separator;
  while (!AtLineEnd() && text_[at_] != separator && !(separator == ' ' && IsBlank(text_[at_]))) {
    if (text_[at_] == '"')
      Fail(at_, "expected a field that begins with its quote, got one in the middle");
    ++at_;
  }
  std::string_view field = text_.substr(begin, at_ - begin);
  if (options_.final_dot && AtLineEnd() && field.ends_with('.')) field.remove_suffix(1);
  while (options_.trim && !field.empty() && IsBlank(field.back())) field.remove_suffix(1);
  return {field, begin};
}

CsvFields::Field CsvFields::InQuotes() {
  const std::size_t open = at_++;
  const std::size_t begin = at_;
  std::string* copy = nullptr;
  std::size_t from = at_;
  while (true) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos)
      Fail(open, "expected a quote that ends this field, got none");
    at_ = quote + 1;
    if (at_ >= text_.size() || text_[at_] != '"') break;
    if (copy == nullptr) copy = &unescaped_.emplace_back();
    *copy += text_.substr(from, at_ - from);
    from = ++at_;
  }
  const std::string_view rest = text_.substr(from, at_ - 1 - from);
  if (copy != nullptr) *copy += rest;
  if (options_.trim && options_.separator != ' ') SkipBlanks();
  if (options_.final_dot && at_ < text_.size() && text_[at_] == '.') ++at_;
  const bool ends = AtLineEnd() || text_[at_] == options_.separator ||
                    (options_.separator == ' ' && IsBlank(text_[at_]));
  if (!ends)
    Fail(at_, "expected the end of the field after its quote, got " + Quoted(text_.substr(at_, 1)));
  return {copy != nullptr ? std::string_view(*copy) : rest, begin};
}

bool CsvFields::Next(std::vector<Field>* record) {
  record->clear();
  unescaped_.clear();
  SkipComments();
  if (at_ >= text_.size()) return false;
  do {
    if (options_.trim || options_.separator == ' ') SkipBlanks();
    record->push_back(at_ < text_.size() && text_[at_] == '"' ? InQuotes() : Plain());
  } while (TakeSeparator());
  if (at_ < text_.size()) at_ = text_.find('\n', at_) + 1;
  // What ends here may be followed by nothing: a record of its own would need a byte.
  return true;
}

Index CsvFields::MostRecords(std::size_t fields) const {
  const std::string_view rest = text_.substr(std::min(at_, text_.size()));
  const Index lines = std::count(rest.begin(), rest.end(), '\n') + 1;
  return std::min(lines, static_cast<Index>(rest.size() / fields) + 1);
}

std::string SeparatorName(char separator) {
  switch (separator) {
    case ';':
      return "semicolon";
    case '\t':
      return "tab";
    case ' ':
      return "blanks";
    default:
      return "comma";
  }
}

Index CountFields(std::string_view line, char separator) {
  Index fields = 1;
  bool quoted = false, in_blanks = true;  // blanks at the beginning separate nothing
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (separator == ' ') {
      if (!quoted && blank && !in_blanks) ++fields;
      in_blanks = !quoted && blank;
    } else if (!quoted && c == separator) {
      ++fields;
    }
  }
  return separator == ' ' && in_blanks && fields > 1 ? fields - 1 : fields;
}

std::optional<char> LikelySeparator(std::string_view line) {
  std::optional<char> likely;
  Index most = 1;
  // Of equal counts the first: fields of "1, 2" are separated by the comma.
  for (const char separator : {',', ';', '\t', ' '}) {
    const Index fields = CountFields(line, separator);
    if (fields <= most) continue;
    most = fields;
    likely = separator;
  }
  return likely;
}

}  // namespace mercer
