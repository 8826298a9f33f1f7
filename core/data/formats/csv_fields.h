#ifndef MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_
#define MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/csv_reader.h"

namespace mercer {

/// Splits text into records of fields according to separator, trim, comment and final_dot of
/// CsvOptions.
class CsvFields {
 public:
  struct Field {
    std::string_view text;
    std::size_t offset;  // of its first byte in the text, after an opening quote
  };

  /// `text`, `path` and `options` must outlive this object.
  CsvFields(std::string_view text, const std::string& path, const CsvOptions& options);

  /// Reads the next record; false after the last one. The fields are valid until the next call.
  /// Throws InvalidInput with the position of a misplaced or unclosed quote.
  bool Next(std::vector<Field>* record);

  /// An upper bound on the number of remaining records if each has `fields` fields.
  Index MostRecords(std::size_t fields) const;

 private:
  bool IsBlank(char c) const { return c == ' ' || c == '\t'; }
  void SkipComments();
  void SkipBlanks();
  bool AtLineEnd() const;
  bool TakeSeparator();
  Field Plain();
  Field InQuotes();
  [[noreturn]] void Fail(std::size_t offset, const std::string& fault) const;

  std::string_view text_;
  const std::string& path_;
  const CsvOptions& options_;
  std::size_t at_ = 0;
  std::deque<std::string> unescaped_;  // for the record's fields with doubled quotes
};

/// The name of the separator in the parameter `separator`: "comma", "semicolon", "tab", "blanks".
std::string SeparatorName(char separator);

/// The number of fields into which the separator (' ': runs of spaces and tabs) splits a line,
/// ignoring separators in quotes.
Index CountFields(std::string_view line, char separator);

/// The separator that splits the line into the most fields; empty if none gives two or more.
std::optional<char> LikelySeparator(std::string_view line);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_
