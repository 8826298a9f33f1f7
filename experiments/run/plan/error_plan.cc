#include "experiments/run/plan/error_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/external/external_params.h"
#include "experiments/run/plan/gram_trial.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;

std::string Short(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

SizedMap Sized(const Trial& trial, double target, std::optional<Index> max, TrialDataCache& cache) {
  SizedMap sized{trial.cell.dataset.Label(), trial.cell.kernel.Canonical(), trial.cell.method,
                 trial.cell.map->Canonical()};
  if (trial.cell.map->name == kExternalName) {
    sized.why_none =
        "it is a program, which plan does not start; mercer doctor --target finds its D";
    return sized;
  }
  try {
    const std::shared_ptr<const TrialData> data = cache.Get(trial);
    const GramTrial gram(trial, data->train_x, data->test_x);
    sized.chosen = FeatureCountFinder(gram.problem()).Least(target, max);
    sized.cost = CostOf(gram.problem(), sized.chosen->num_random_features);
  } catch (const InvalidInput& refused) {
    sized.chosen.reset();
    sized.why_none = refused.what();
  }
  return sized;
}

bool IsCheaper(const SizedMap& a, const SizedMap& b) {
  if (a.chosen.has_value() != b.chosen.has_value()) return a.chosen.has_value();
  return a.chosen && a.cost.operations_per_row < b.cost.operations_per_row;
}

// Columns as wide as their widest text, two blanks apart; the last is as it is.
std::string Aligned(const std::vector<Texts>& rows) {
  std::vector<std::size_t> widths;
  for (const Texts& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c + 1 < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Texts& row : rows) {
    for (std::size_t c = 0; c + 1 < row.size(); ++c)
      text += row[c] + std::string(widths[c] - row[c].size() + 2, ' ');
    text += row.back() + "\n";
  }
  return text;
}

Json ToJson(const SizedMap& m) {
  Json json = {{"dataset", m.dataset}, {"kernel", m.kernel}, {"method", m.method}, {"map", m.map}};
  if (!m.chosen) {
    json["D"] = nullptr;
    json["why_none"] = m.why_none;
    return json;
  }
  json["D"] = m.chosen->num_random_features;
  json["source"] = NameOf(m.chosen->source);
  json["error_at_D"] = m.chosen->error;
  json["error_standard_error"] = m.chosen->standard_error;
  json["pairs"] = m.chosen->pairs;
  json["output_dim"] = m.cost.columns;
  json["bytes"] = m.cost.bytes;
  json["operations_per_row"] = m.cost.operations_per_row;
  return json;
}

}  // namespace

std::vector<SizedMap> SizeForError(const std::vector<Trial>& trials, double target,
                                   std::optional<Index> max, TrialDataCache& cache) {
  if (!(target > 0) || !std::isfinite(target)) {
    throw InvalidInput("plan: --error is " + FormatNumber(target) +
                       "; expected a relative Gram error above 0");
  }
  std::vector<SizedMap> all;
  std::set<std::string> seen;
  for (const Trial& trial : trials) {
    if (!trial.cell.map || trial.tuning) continue;
    const std::string key =
        CountKey(trial.cell.dataset, trial.cell.kernel, trial.cell.method, *trial.cell.map);
    if (seen.insert(key).second) all.push_back(Sized(trial, target, max, cache));
  }
  for (auto begin = all.begin(); begin != all.end();) {
    const auto end = std::find_if(begin, all.end(), [&](const SizedMap& m) {
      return m.dataset != begin->dataset || m.kernel != begin->kernel;
    });
    std::stable_sort(begin, end, IsCheaper);
    begin = end;
  }
  return all;
}

std::string SizedText(const std::string& experiment, double target,
                      const std::vector<SizedMap>& maps) {
  std::string text = experiment + ": D for a relative Gram error of " + Short(target) + "\n";
  if (maps.empty()) return text + "no method has a map\n";
  std::vector<Texts> rows = {{"dataset", "kernel", "method", "map", "D", "columns", "bytes",
                              "operations", "error", "from"}};
  for (const SizedMap& m : maps) {
    if (!m.chosen) {
      rows.push_back({m.dataset, m.kernel, m.method, m.map, "-", m.why_none});
      continue;
    }
    const bool theory = m.chosen->source == CountSource::kTheory;
    rows.push_back({m.dataset, m.kernel, m.method, m.map,
                    std::to_string(m.chosen->num_random_features), std::to_string(m.cost.columns),
                    Short(m.cost.bytes), Short(m.cost.operations_per_row),
                    Short(m.chosen->error) +
                        (theory ? " ± " + Short(m.chosen->standard_error) : std::string()),
                    NameOf(m.chosen->source)});
  }
  return text + Aligned(rows);
}

std::string SizedJson(const std::vector<SizedExperiment>& experiments) {
  Json list = Json::array();
  for (const SizedExperiment& experiment : experiments) {
    Json maps = Json::array();
    for (const SizedMap& map : experiment.maps) maps.push_back(ToJson(map));
    list.push_back(
        {{"experiment", experiment.experiment}, {"target", experiment.target}, {"maps", maps}});
  }
  return list.dump(2) + "\n";
}

}  // namespace mercer
