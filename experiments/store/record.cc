#include "experiments/store/record.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

bool IsColumn(std::string_view column) {
  return std::find(std::begin(kRecordColumns), std::end(kRecordColumns), column) !=
         std::end(kRecordColumns);
}

}  // namespace

void ResultRecord::Set(std::string_view column, std::string value) {
  MERCER_CHECK(IsColumn(column));
  values_.insert_or_assign(std::string(column), std::move(value));
}

void ResultRecord::SetNumber(std::string_view column, double value) {
  Set(column, FormatNumber(value));
}

const std::string& ResultRecord::Get(std::string_view column) const {
  static const std::string empty;
  MERCER_CHECK(IsColumn(column));
  const auto it = values_.find(column);
  return it == values_.end() ? empty : it->second;
}

std::optional<double> ResultRecord::Number(std::string_view column) const {
  const std::string& text = Get(column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases) {
  std::optional<double> sum;
  for (const std::string& phase : phases) {
    const std::optional<double> seconds = record.Number(phase + "_s");
    if (seconds) sum = sum.value_or(0) + *seconds;
  }
  return sum;
}

bool IsTimeColumn(std::string_view column) {
  return column == "run_id" || column == "peak_rss_mib" || column == "timing_valid" ||
         column == "timing_note" || column.ends_with("_s");
}

}  // namespace mercer
