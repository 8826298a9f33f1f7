#include "experiments/report/verdicts/drawn.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

constexpr double kEqual = 1e-9;

// "a=1,b=word" as records hold it. Empty where a value is nested, a list or quoted.
std::optional<Params> PlainParams(const std::string& text) {
  Params params;
  if (text.find_first_of("[{\"") != std::string::npos) return std::nullopt;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::size_t equals = text.find('=', begin);
    if (equals >= end) return std::nullopt;
    const std::string value = text.substr(equals + 1, end - equals - 1);
    std::int64_t whole = 0;
    double number = 0;
    const auto is_all = [&](auto& parsed) {
      const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
      return error == std::errc() && stop == value.data() + value.size();
    };
    ParamValue parsed = value;
    if (value == "true" || value == "false") {
      parsed = value == "true";
    } else if (is_all(whole)) {
      parsed = whole;
    } else if (is_all(number)) {
      parsed = number;
    }
    params.Set(text.substr(begin, equals - begin), std::move(parsed));
    begin = end + 1;
  }
  return params;
}

bool IsMapDrawn(const ResultRecord& record) {
  const std::string& name = record.Get(column::kMap);
  if (name.empty()) return false;
  const MapEntry* entry = MapRegistry().Find(name);
  const std::optional<Params> params = PlainParams(record.Get(column::kMapParams));
  if (entry == nullptr || !params) return true;
  try {
    return !MakeMapSpec(name, *params)->Traits(entry->traits).deterministic;
  } catch (const InvalidInput&) {  // of a version whose parameters were others
    return true;
  }
}

// A bandwidth rule looks at some of the training rows.
bool IsBandwidthDrawn(const ResultRecord& record) {
  const std::string& params = record.Get(column::kKernelParams);
  const std::string key = "sigma_rows=";
  const std::size_t at = params.find(key);
  if (at == std::string::npos) return false;
  return std::strtod(params.c_str() + at + key.size(), nullptr) <
         record.Number(column::kNTrain).value_or(HUGE_VAL);
}

// One that takes the rows as they are has no convex objective, but for the nearest neighbours; a
// Gaussian process draws what its probabilities are the means of.
bool IsLearnerDrawn(const ResultRecord& record) {
  const std::string& name = record.Get(column::kLearner);
  if (name.empty() || name == "nearest_neighbour") return false;
  const LearnerEntry* entry = LearnerRegistry().Find(name);
  return entry == nullptr || entry->on_rows || entry->has_posterior;
}

bool IsAnythingDrawn(const ResultRecord& record, std::string_view metric, const GramDraws& gram) {
  const bool is_expectation = metric == "box_discrepancy_expected";  // of any draw
  return (metric.starts_with("gram_") && gram.AreSomeOf(record)) || !RowStepsOf(record).empty() ||
         IsBandwidthDrawn(record) || IsLearnerDrawn(record) ||
         (!is_expectation && IsMapDrawn(record)) ||
         record.Get(column::kTunedOn).starts_with("train");
}

bool IsDataDrawn(const CellTrials& cell, const Provenance& provenance) {
  const auto dataset = provenance.is_data_drawn.find(cell.dataset.name);
  const bool is_generated = !cell.dataset.params.empty();
  return is_generated || dataset == provenance.is_data_drawn.end() || dataset->second;
}

bool AreEqual(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) {
    return std::abs(value - values.front()) <= kEqual * std::abs(values.front());
  });
}

}  // namespace

bool IsDeterministic(const CellTrials& cell, std::string_view metric, const Provenance& provenance,
                     const std::vector<double>& values) {
  if (IsDataDrawn(cell, provenance)) return false;
  for (const ResultRecord* record : cell.finished)
    if (IsAnythingDrawn(*record, metric, provenance.gram)) return false;
  return AreEqual(values);
}

bool IsSameInEveryRepetition(const CellTrials& cell, const Provenance& provenance,
                             const std::vector<double>& values) {
  const bool is_drawn =
      IsDataDrawn(cell, provenance) ||
      std::any_of(cell.finished.begin(), cell.finished.end(), [](const ResultRecord* record) {
        return IsMapDrawn(*record) || IsLearnerDrawn(*record);
      });
  return !is_drawn && AreEqual(values);
}

std::vector<std::string> DrawnOf(const CellTrials& cell, const Provenance& provenance) {
  const auto any = [&](auto holds) {
    return std::any_of(cell.finished.begin(), cell.finished.end(),
                       [&](const ResultRecord* record) { return holds(*record); });
  };
  const bool is_generated = GeneratorRegistry().Find(cell.dataset.name) != nullptr;
  const bool are_halves_drawn = any([](const ResultRecord& record) {
    const std::string& labels = record.Get(column::kLabels);
    return labels.starts_with("random_halves") && labels.find("halves=") == std::string::npos;
  });
  const bool is_split_drawn = any([](const ResultRecord& record) {
    const std::string& split = record.Get(column::kSplit);
    return !split.empty() && split != "official";
  });
  std::vector<std::string> drawn;
  if (!is_generated && is_split_drawn && IsDataDrawn(cell, provenance)) drawn.emplace_back("split");
  if (are_halves_drawn) drawn.emplace_back("label halves");
  if (is_generated) drawn.emplace_back("generated rows");
  if (any(IsMapDrawn)) drawn.emplace_back("draw of the map");
  if (any([](const ResultRecord& record) { return !record.Get(column::kTunedParams).empty(); }))
    drawn.emplace_back("tuned values");
  return drawn;
}

bool AreGramRowsDrawn(const CellTrials& cell, const Provenance& provenance) {
  return IsDataDrawn(cell, provenance) ||
         std::any_of(cell.finished.begin(), cell.finished.end(), [&](const ResultRecord* record) {
           return provenance.gram.AreSomeOf(*record) || !RowStepsOf(*record).empty() ||
                  IsBandwidthDrawn(*record);
         });
}

}  // namespace mercer
