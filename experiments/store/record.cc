#include "experiments/store/record.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

static_assert(kNumRecordColumns < std::numeric_limits<std::uint8_t>::max());

// What a trial with a map and a learner has, and few more.
constexpr std::size_t kUsualColumns = 56;

std::size_t PlaceOf(std::string_view name) {
  const std::optional<std::size_t> place = FindColumn(name);
  MERCER_CHECK(place);
  return *place;
}

template <class T>
std::optional<T> Parsed(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(value) : std::nullopt;
}

std::optional<TrialStatus> StatusOf(std::string_view text) {
  const auto* it = std::find(kStatusTexts.begin(), kStatusTexts.end(), text);
  if (it == kStatusTexts.end()) return std::nullopt;
  return static_cast<TrialStatus>(it - kStatusTexts.begin());
}

[[noreturn]] void Refuse(std::size_t place, std::string_view text, const std::string& expected) {
  throw InvalidInput(std::string(kRecordColumns[place].name) + " is " + Quoted(text) +
                     "; expected " + expected);
}

std::string StatusNames() {
  return Join(std::vector<std::string>(kStatusTexts.begin(), kStatusTexts.end()), ", ");
}

// What is counted or weighed, and so never below 0.
bool IsAmount(std::string_view unit) {
  constexpr std::array<std::string_view, 12> kUnits = {
      "s",          "bytes",   "MiB",      "rows",       "columns", "pairs",
      "operations", "factors", "fraction", "iterations", "pages",   "switches"};
  return std::find(kUnits.begin(), kUnits.end(), unit) != kUnits.end();
}

bool IsShareOfRows(std::size_t place) {
  return place == column::kAccuracy.place || place == column::kErrorRate.place;
}

}  // namespace

std::optional<std::size_t> FindColumn(std::string_view name) {
  static const auto places = [] {
    std::unordered_map<std::string_view, std::size_t> made;
    for (std::size_t i = 0; i < kNumRecordColumns; ++i) made[kRecordColumns[i].name] = i;
    return made;
  }();
  const auto it = places.find(name);
  return it == places.end() ? std::nullopt : std::optional(it->second);
}

std::string VariantText(std::size_t variant, const std::string& text) {
  constexpr std::array<const char*, kVariantColumns.size()> kUnwritten = {
      "default encoding", "labels as read", "no split", "columns as read"};
  return text.empty() ? kUnwritten.at(variant) : text;
}

bool IsTimeColumn(std::size_t place) {
  return place == column::kRunId.place || place == column::kInstructionSet.place ||
         place == column::kPeakRssMib.place || place == column::kTimingValid.place ||
         place == column::kTimingNote.place || place == column::kPageFaults.place ||
         place == column::kContextSwitches.place || place == column::kCpuMhz.place ||
         kRecordColumns[place].name.ends_with("_s");
}

bool IsTimeOf(const ResultRecord& record, std::size_t place) {
  if (place != column::kValue.place) return IsTimeColumn(place);
  const std::optional<std::size_t> metric = FindColumn(record.Get(column::kMetric));
  return metric && IsTimeColumn(*metric);
}

void ResultRecord::Put(std::size_t place, Value value) {
  std::uint8_t& at = places_[place];
  if (at > 0) {
    values_[at - 1U] = std::move(value);
    return;
  }
  if (values_.empty()) values_.reserve(kUsualColumns);
  values_.push_back(std::move(value));
  at = static_cast<std::uint8_t>(values_.size());
}

void ResultRecord::Set(column::Text column, std::string value) {
  if (!value.empty()) {
    Put(column.place, std::move(value));
  } else {
    places_[column.place] = 0;
  }
}

const std::string& ResultRecord::Get(column::Text column) const {
  static const std::string empty;
  const Value* value = Find(column.place);
  return value == nullptr ? empty : std::get<std::string>(*value);
}

std::string ResultRecord::Text(std::size_t place) const {
  const Value* value = Find(place);
  if (value == nullptr) return "";
  switch (kRecordColumns[place].kind) {
    case ColumnKind::kText:
      return std::get<std::string>(*value);
    case ColumnKind::kInteger:
      return std::to_string(std::get<std::uint64_t>(*value));
    case ColumnKind::kNumber:
      return FormatNumber(std::get<double>(*value));
    case ColumnKind::kFlag:
      return std::get<bool>(*value) ? "true" : "false";
    case ColumnKind::kStatus:
      return std::string(kStatusTexts[static_cast<std::size_t>(std::get<TrialStatus>(*value))]);
  }
  return "";
}

std::string ResultRecord::Text(std::string_view name) const { return Text(PlaceOf(name)); }

std::optional<double> ResultRecord::Number(std::string_view name) const {
  const Value* value = Find(PlaceOf(name));
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<double>(value)) return *number;
  if (const auto* whole = std::get_if<std::uint64_t>(value)) return static_cast<double>(*whole);
  return std::nullopt;
}

void ResultRecord::SetText(std::size_t place, std::string_view text) {
  if (text.empty()) {
    places_[place] = 0;
    return;
  }
  const auto put = [&](const auto& value, const std::string& expected) {
    if (!value) Refuse(place, text, expected);
    Put(place, *value);
  };
  switch (kRecordColumns[place].kind) {
    case ColumnKind::kText:
      return Put(place, std::string(text));
    case ColumnKind::kInteger:
      return put(Parsed<std::uint64_t>(text), "a whole number ≥ 0");
    case ColumnKind::kNumber:
      return put(Parsed<double>(text), "a number");
    case ColumnKind::kFlag:
      if (text != "true" && text != "false") Refuse(place, text, "true or false");
      return Put(place, text == "true");
    case ColumnKind::kStatus:
      return put(StatusOf(text), "one of " + StatusNames());
  }
}

void ResultRecord::SetText(std::string_view name, std::string_view text) {
  SetText(PlaceOf(name), text);
}

void CheckNumbers(const ResultRecord& record) {
  for (std::size_t place = 0; place < kNumRecordColumns; ++place) {
    const ColumnInfo& info = kRecordColumns[place];
    if (info.kind != ColumnKind::kNumber) continue;
    const auto value = record.Get(column::Number{static_cast<std::uint8_t>(place)});
    if (!value) continue;
    const auto refuse = [&](const char* expected) { Refuse(place, record.Text(place), expected); };
    // The theoretical error is infinite if a variance is.
    const bool may_be =
        std::isfinite(*value) || (place == column::kGramRelFrobeniusTheory.place && *value > 0);
    if (record.IsOk() && !may_be) refuse("a finite number");
    if (*value < 0 && IsAmount(info.unit)) refuse("a number of at least 0");
    if (IsShareOfRows(place) && !(*value >= 0 && *value <= 1)) refuse("a number from 0 to 1");
  }
  if (!record.IsOk()) return;
  const auto accuracy = record.Get(column::kAccuracy), error = record.Get(column::kErrorRate);
  if (accuracy && error && std::abs(1 - *accuracy - *error) > 1e-12)
    Refuse(column::kErrorRate.place, record.Text(column::kErrorRate),
           "1 less the accuracy, " + record.Text(column::kAccuracy));
  const std::string& metric = record.Get(column::kMetric);
  if (!FindColumn(metric)) return;
  if (record.Text(metric) != record.Text(column::kValue))
    Refuse(column::kValue.place, record.Text(column::kValue),
           metric + " of the same row, " + record.Text(metric));
}

std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases) {
  std::optional<double> sum;
  for (const std::string& phase : phases) {
    for (const PhaseColumns& known : kPhaseColumns) {
      if (known.phase != phase) continue;
      const std::optional<double> seconds = record.Get(known.seconds);
      if (seconds) sum = sum.value_or(0) + *seconds;
    }
  }
  return sum;
}

double SecondsOfAllPhases(const ResultRecord& record) {
  double seconds = 0;
  for (const PhaseColumns& phase : kPhaseColumns) seconds += record.Get(phase.seconds).value_or(0);
  return seconds;
}

std::optional<double> DualityGap(const ResultRecord& record) {
  const auto primal = record.Get(column::kPrimalObjective),
             dual = record.Get(column::kDualObjective);
  if (!primal || !dual) return std::nullopt;
  return (*primal - *dual) / std::abs(*primal);
}

bool HasLargeGap(const ResultRecord& record) {
  constexpr double kMostGap = 0.01;
  return DualityGap(record).value_or(0) > kMostGap;
}

}  // namespace mercer
