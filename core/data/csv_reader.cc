#include "core/data/csv_reader.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/decompress.h"
#include "core/data/text_fault.h"

namespace mercer {
namespace {

class CsvParser {
 public:
  CsvParser(std::string_view text, const std::string& path, const CsvFormat& format)
      : text_(text), path_(path), format_(format) {
    // Only blank lines may follow the last row.
    while (!text_.empty() && (text_.back() == '\n' || text_.back() == '\r')) text_.remove_suffix(1);
    if (text_.empty()) throw InvalidInput(path + " holds no rows; expected at least one");
    const Index n = std::count(text_.begin(), text_.end(), '\n') + 1;
    const auto d = static_cast<Index>(format.attributes.size());
    if (TooLargeForDense(n, d)) {
      throw InvalidInput(path + ": " + std::to_string(n) + " rows of " + std::to_string(d) +
                         " columns are too many; expected at most " +
                         std::to_string(kMaxDenseValues) + " values");
    }
    x_.resize(n, d);
    y_.resize(n);
  }

  LabelledRows Parse() {
    std::size_t begin = 0;
    for (Index row = 0; row < y_.size(); ++row) {
      const std::size_t newline = std::min(text_.find('\n', begin), text_.size());
      std::size_t end = newline;
      if (end > begin && text_[end - 1] == '\r') --end;
      ParseRow(row, begin, end);
      begin = newline + 1;
    }
    return {std::move(x_), std::move(y_)};
  }

 private:
  [[noreturn]] void Fail(std::size_t offset, const std::string& fault) const {
    ThrowAt(path_, text_, offset, fault);
  }

  void ParseRow(Index row, std::size_t begin, std::size_t end) {
    const std::size_t fields = format_.attributes.size() + 1;
    if (begin == end)
      Fail(begin, "expected " + std::to_string(fields) + " fields, got a blank line");
    for (std::size_t field = 0; field < fields; ++field) {
      const std::size_t stop = std::min(text_.substr(0, end).find(',', begin), end);
      const bool last = field + 1 == fields;
      if (last != (stop == end)) {
        Fail(last ? stop : begin, "expected " + std::to_string(fields) + " fields, got " +
                                      (last ? "more" : std::to_string(field + 1)));
      }
      const bool is_label = format_.label_first ? field == 0 : last;
      const std::size_t attribute = format_.label_first ? field - 1 : field;
      const CsvColumn& column = is_label ? format_.label : format_.attributes[attribute];
      const double value = ParseField(column, begin, text_.substr(begin, stop - begin));
      if (is_label) {
        y_[row] = value;
      } else {
        x_(row, static_cast<Index>(attribute)) = value;
      }
      begin = stop + 1;
    }
  }

  double ParseField(const CsvColumn& column, std::size_t offset, std::string_view field) const {
    const std::string of = column.name.empty() ? "" : " as " + column.name;
    if (column.values.empty()) {
      double value = 0;
      if (!ParseNumber(field, &value))
        Fail(offset, "expected a finite number" + of + ", got " + Quoted(field));
      return value;
    }
    const auto found = std::find(column.values.begin(), column.values.end(), field);
    if (found == column.values.end())
      Fail(offset, "expected one of " + Join(column.values, ", ") + of + ", got " + Quoted(field));
    return static_cast<double>(found - column.values.begin());
  }

  std::string_view text_;
  const std::string& path_;
  const CsvFormat& format_;
  Matrix x_;
  Vector y_;
};

}  // namespace

LabelledRows ParseCsv(std::string_view text, const std::string& path, const CsvFormat& format) {
  MERCER_CHECK(!format.attributes.empty());
  return CsvParser(text, path, format).Parse();
}

LabelledRows ReadCsv(const std::string& path, const CsvFormat& format) {
  return ParseCsv(ReadDataFile(path), path, format);
}

}  // namespace mercer
