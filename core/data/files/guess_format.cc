#include "core/data/files/guess_format.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/csv_fields.h"
#include "core/data/formats/decompress.h"
#include "core/data/text_marks.h"

namespace mercer {
namespace {

using Lines = std::vector<std::string_view>;

std::string_view Trimmed(std::string_view line) {
  while (!line.empty() && IsBlank(line.front())) line.remove_prefix(1);
  while (!line.empty() && IsBlank(line.back())) line.remove_suffix(1);
  return line;
}

// Lines that hold more than blanks. A last line that may be cut is left out; where it is the only
// one, its last word is.
Lines LinesOf(std::string_view text, bool whole) {
  text = WithoutByteOrderMark(text);
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const bool is_cut = end == text.size() && !whole;
    std::string_view line = Trimmed(text.substr(at, end - at));
    if (is_cut && lines.empty()) line = Trimmed(line.substr(0, line.find_last_of(" \t")));
    if (!line.empty() && (!is_cut || lines.empty())) lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

// Without regard to quotes, which a guess needs not heed.
std::vector<std::string_view> FieldsOf(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(separator, at), line.size());
    fields.push_back(Trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return fields;
}

// Of data, where nan and inf stand too, which ParseNumber refuses.
bool IsNumber(std::string_view field) {
  double value = 0;
  if (field.starts_with('+')) field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

// "index:value" or "qid:number".
bool IsPair(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == token.npos) return false;
  const std::string_view index = token.substr(0, colon);
  const bool counts = !index.empty() && std::all_of(index.begin(), index.end(),
                                                    [](char c) { return c >= '0' && c <= '9'; });
  return (counts || index == "qid") &&
         token.find_first_not_of("0123456789+-.eEnaifNAIF", colon + 1) == token.npos;
}

// Labels, of which the reader says what they must be, with pairs behind them; some may have none.
bool IsLibsvm(const Lines& lines) {
  bool has_pair = false;
  for (std::string_view line : lines) {
    line = Trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    std::size_t at = std::min(line.find_first_of(" \t"), line.size());
    while (at < line.size()) {
      const std::string_view rest = Trimmed(line.substr(at));
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      if (!IsPair(rest.substr(0, end))) return false;
      has_pair = true;
      at = static_cast<std::size_t>(rest.data() - line.data()) + end;
    }
  }
  return has_pair;
}

bool IsArff(const Lines& lines) {
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](std::string_view line) { return line.front() != '%'; });
  return first != lines.end() && first->front() == '@';
}

bool IsCsv(const Lines& lines) {
  // Between blanks stand numbers alone: else any sentence would be a row.
  const bool are_numbers = std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.find_first_not_of("0123456789+-.eEnaifNAIF \t") == line.npos;
  });
  for (const char separator : {',', ';', '\t', ' '}) {
    if (separator == ' ' && !are_numbers) continue;
    const Index fields = CountFields(lines.front(), separator);
    if (fields >= 2 && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
          return CountFields(line, separator) == fields;
        })) {
      return true;
    }
  }
  return false;
}

}  // namespace

const DataFormat* FormatOfText(std::string_view text, bool whole) {
  const auto named = [](const char* name) { return &DataFormatRegistry().Get(name); };
  if (text.starts_with("\x93NUMPY")) return named("npy");
  if (text.find('\0') != text.npos) return nullptr;
  const Lines lines = LinesOf(text, whole);
  if (lines.empty()) return nullptr;
  if (IsArff(lines)) return named("arff");
  if (IsLibsvm(lines)) return named("libsvm");
  return IsCsv(lines) ? named("csv") : nullptr;
}

bool FirstLineNamesColumns(std::string_view text, bool whole) {
  constexpr std::size_t kMostLines = 20;
  Lines lines = LinesOf(text, whole);
  if (lines.size() < 2) return false;
  lines.resize(std::min(lines.size(), kMostLines + 1));
  for (const char separator : {',', ';', '\t'}) {
    const std::vector<std::string_view> names = FieldsOf(lines.front(), separator);
    if (names.size() < 2) continue;
    if (std::ranges::any_of(names, [](auto name) { return name.empty() || IsNumber(name); }))
      return false;
    std::vector<std::size_t> numbers(names.size(), 0);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const std::vector<std::string_view> fields = FieldsOf(lines[i], separator);
      for (std::size_t j = 0; j < std::min(fields.size(), names.size()); ++j)
        numbers[j] += IsNumber(fields[j]) ? 1U : 0U;
    }
    return 2 * std::ranges::max(numbers) > lines.size() - 1;
  }
  return false;
}

const DataFormat* FormatOfContents(const std::string& path) {
  constexpr std::size_t kLooked = std::size_t{1} << 16;
  std::string text(kLooked, '\0');
  DataFileStream file(path);
  text.resize(file.Read(text.data(), text.size()));
  return FormatOfText(text, text.size() < kLooked);
}

const DataFormat& FormatOfFile(const std::string& path) {
  const DataFormat* format = FormatOfName(path);
  if (format == nullptr) format = FormatOfContents(path);
  if (format != nullptr) return *format;
  throw InvalidInput(
      "the format of '" + path +
      "' cannot be identified by its name or its first lines; expected format, one of " +
      Join(DataFormatRegistry().Names(), ", "));
}

}  // namespace mercer
