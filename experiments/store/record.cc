#include "experiments/store/record.h"

#include <charconv>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

static_assert(kNumRecordColumns < std::numeric_limits<std::uint8_t>::max());

// What a trial with a map and a learner has, and few more.
constexpr std::size_t kUsualColumns = 40;

/// Place in kRecordColumns; aborts on a name that is not there.
std::size_t ColumnPlace(std::string_view column) {
  static const auto places = [] {
    std::unordered_map<std::string_view, std::size_t> made;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) made[kRecordColumns[i]] = i;
    return made;
  }();
  const auto it = places.find(column);
  MERCER_CHECK(it != places.end());
  return it->second;
}

}  // namespace

void ResultRecord::Set(std::string_view column, std::string value) {
  std::uint8_t& place = places_[ColumnPlace(column)];
  if (place > 0) {
    values_[place - 1U] = std::move(value);
  } else if (!value.empty()) {
    if (values_.empty()) values_.reserve(kUsualColumns);
    values_.push_back(std::move(value));
    place = static_cast<std::uint8_t>(values_.size());
  }
}

void ResultRecord::SetNumber(std::string_view column, double value) {
  Set(column, FormatNumber(value));
}

const std::string& ResultRecord::Get(std::string_view column) const {
  static const std::string empty;
  const std::uint8_t place = places_[ColumnPlace(column)];
  return place == 0 ? empty : values_[place - 1U];
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

std::string VariantText(std::size_t column, const std::string& text) {
  constexpr std::array<const char*, kVariantColumns.size()> kUnwritten = {
      "default encoding", "labels as read", "no split", "columns as read"};
  return text.empty() ? kUnwritten.at(column) : text;
}

}  // namespace mercer
