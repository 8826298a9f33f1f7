#ifndef MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_
#define MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/csv_reader.h"

namespace mercer {

/// Splits text into records of fields as CsvOptions' separator, trim, comment and final_dot say.
class CsvFields {
 public:
  struct Field {
    std::string_view text;
    std::size_t offset;  // of its first byte in the text, behind an opening quote
  };

  /// Text, path and options must outlive it.
  CsvFields(std::string_view text, const std::string& path, const CsvOptions& options);

  /// The next record; false after the last one. The fields stay until the next call. Throws
  /// InvalidInput with the place for a quote out of place or never closed.
  bool Next(std::vector<Field>* record);

  /// An upper bound on the records that are left, where each has as many fields as given.
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
  std::deque<std::string> unescaped_;  // of the record's fields that hold doubled quotes
};

/// What the parameter `separator` calls it: "comma", "semicolon", "tab", "blanks".
std::string SeparatorName(char separator);

/// How many fields outside quotes the separator makes of a line (' ': runs of spaces and tabs).
Index CountFields(std::string_view line, char separator);

/// The separator that makes the most fields of the line; none where no one makes two.
std::optional<char> LikelySeparator(std::string_view line);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_CSV_FIELDS_H_
