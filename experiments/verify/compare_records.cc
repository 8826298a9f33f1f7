#include "experiments/verify/compare_records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "experiments/json/parse_json.h"

namespace mercer {
namespace {

template <std::size_t n>
bool IsOneOf(std::size_t place, const std::array<std::uint8_t, n>& places) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

bool IsCompared(std::size_t place) {
  if (place == column::kSchema.place) return false;
  if (place == column::kFeaturesHash.place || place == column::kTunedParams.place) return true;
  const ColumnKind kind = kRecordColumns[place].kind;
  return kind == ColumnKind::kNumber || kind == ColumnKind::kInteger;
}

/// Whether the value is recorded only if the config asks for it, which a record does not tell.
bool IsOnRequest(std::size_t place) {
  return place == column::kGramMeanSq.place || place == column::kGramMaxSq.place ||
         place == column::kGramMeanAbsNonzero.place;
}

/// Whether the difference is within what two platforms may have.
bool IsPlatformsOwn(std::size_t place, const ResultRecord& recorded, const ResultRecord& now) {
  if (IsOneOf(place, std::array{column::kFeaturesHash.place, column::kMapBytes.place,
                                column::kIterations.place, column::kSupportVectors.place}))
    return true;
  if ((place == column::kPrimalObjective.place || place == column::kDualObjective.place) &&
      (HasLargeGap(recorded) || HasLargeGap(now)))
    return true;
  const std::string_view name = kRecordColumns[place].name;
  const std::optional<double> x = recorded.Number(name), y = now.Number(name);
  if (!x || !y) return false;
  const double difference = std::abs(*x - *y), size = std::max(std::abs(*x), std::abs(*y));
  const bool is_main = place == column::kValue.place;
  const std::string& main = recorded.Get(column::kMetric);
  const auto is = [&](const auto& column) {
    return place == column.place || (is_main && main == kRecordColumns[column.place].name);
  };
  if (is(column::kAccuracy) || is(column::kErrorRate) || (is_main && main == "tuning")) {
    const double rows = recorded.Number(column::kNTest).value_or(0);
    // A count of rows over another: the quotients carry rounding.
    return difference <= (1 + 1e-9) * std::max(kMovedRows, rows > 0 ? kFewRows / rows : 0);
  }
  const bool is_learned = is(column::kRelativeError) || is(column::kRmse) || is(column::kMnll) ||
                          is(column::kTestKl) || is(column::kPrimalObjective) ||
                          is(column::kDualObjective) || is(column::kProjectionBound);
  return difference <= (is_learned ? kSolverTolerance : kRounding) * size;
}

std::set<std::string> WordsOf(const std::string& text) {
  std::istringstream in(text);
  const std::istream_iterator<std::string> begin(in), end;
  return std::set<std::string>(begin, end);
}

}  // namespace

std::vector<ColumnChange> CompareRecords(const ResultRecord& recorded, const ResultRecord& now,
                                         bool same_platform) {
  std::vector<ColumnChange> changes;
  const auto add = [&](std::size_t place) {
    changes.push_back(
        {std::string(kRecordColumns[place].name), recorded.Text(place), now.Text(place)});
  };
  if (recorded.Status() != now.Status()) add(column::kStatus.place);
  for (std::size_t place = 0; place < kNumRecordColumns; ++place) {
    if (!IsCompared(place) || IsTimeOf(recorded, place)) continue;
    if (recorded.Text(place).empty()) continue;
    if (recorded.Text(place) == now.Text(place)) continue;
    if (now.Text(place).empty() && now.IsOk() && IsOnRequest(place)) continue;
    if (same_platform || !IsPlatformsOwn(place, recorded, now)) add(place);
  }
  return changes;
}

std::vector<PlatformChange> ComparePlatforms(const std::string& recorded_context,
                                             const std::string& context_now,
                                             const ResultRecord& recorded,
                                             const ResultRecord& now) {
  const OrderedJson none = OrderedJson::object();
  const OrderedJson a = ParseJson(recorded_context).value_or(none),
                    b = ParseJson(context_now).value_or(none);
  std::vector<PlatformChange> changes;
  const auto add = [&](const std::string& what, const std::string& before, const std::string& after,
                       bool is_data = false) {
    if (!before.empty() && !after.empty() && before != after)
      changes.push_back({what, before, after, is_data});
  };
  const auto part = [&](const OrderedJson& json, const char* key) -> const OrderedJson& {
    const OrderedJson* value = Member(json, key);
    return value == nullptr ? none : *value;
  };
  const std::string& dataset = recorded.Get(column::kDataset);
  const std::string hashes = TextOf(part(a, "dataset_sha256"), dataset),
                    hashes_now = TextOf(part(b, "dataset_sha256"), dataset);
  // Of a generated data set a run has one for each repetition that it plans.
  if (!std::ranges::includes(WordsOf(hashes), WordsOf(hashes_now)))
    add("data set " + dataset, hashes, hashes_now, true);
  add("compiler", TextOf(a, "compiler"), TextOf(b, "compiler"));
  add("compiler's flags", TextOf(a, "flags"), TextOf(b, "flags"));
  add("instruction set", recorded.Get(column::kInstructionSet), now.Get(column::kInstructionSet));
  add("BLAS", TextOf(part(a, "blas"), "description"), TextOf(part(b, "blas"), "description"));
  for (const char* library : {"Eigen", "LIBLINEAR", "LIBSVM", "Boost"})
    add(library, TextOf(part(a, "libraries"), library), TextOf(part(b, "libraries"), library));
  add("processor", TextOf(a, "cpu"), TextOf(b, "cpu"));
  add("threads", recorded.Text(column::kThreads), now.Text(column::kThreads));
  return changes;
}

}  // namespace mercer
