#include "experiments/report/compare/selection.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

struct SelectionKey {
  const char* name;
  // What a trial of a cell answers to.
  Texts (*values)(const CellTrials& cell, const ResultRecord& trial);
};

constexpr SelectionKey kKeys[] = {
    {"dataset",
     [](const CellTrials& cell, const ResultRecord&) {
       return Texts{cell.key.dataset, cell.dataset.Text(), cell.dataset.name};
     }},
    {"kernel",
     [](const CellTrials& cell, const ResultRecord&) {
       return Texts{cell.key.kernel, cell.kernel};
     }},
    {"method",
     [](const CellTrials& cell, const ResultRecord&) {
       return Texts{cell.key.method, cell.method};
     }},
    {"map",
     [](const CellTrials&, const ResultRecord& trial) {
       const std::string& map = trial.Get(column::kMap);
       return map.empty() ? Texts{} : Texts{map};
     }},
    {"D",
     [](const CellTrials& cell, const ResultRecord&) {
       const std::int64_t size = cell.key.num_random_features;
       return Texts{size > 0 ? std::to_string(size) : "none"};
     }},
    {"repetition",
     [](const CellTrials&, const ResultRecord& trial) {
       return Texts{trial.Text(column::kRepetition)};
     }},
};

const SelectionKey& KeyOf(const std::string& name) {
  Texts known;
  for (const SelectionKey& key : kKeys) {
    if (name == key.name) return key;
    known.emplace_back(key.name);
  }
  throw InvalidInput("--only: " + UnknownName("key", name, known));
}

void RequireKnown(const SelectionKey& key, const std::string& value,
                  const std::vector<CellTrials>& cells) {
  Texts known;
  for (const CellTrials& cell : cells) {
    for (const ResultRecord* trial : cell.trials) {
      for (const std::string& text : key.values(cell, *trial)) {
        if (text == value) return;
        if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
      }
    }
  }
  throw InvalidInput("--only: " + UnknownName(key.name, value, known));
}

}  // namespace

std::vector<CellTrials> SelectCells(std::vector<CellTrials> cells,
                                    const std::vector<std::pair<std::string, std::string>>& only) {
  std::map<std::string, std::set<std::string>> wanted;
  Texts asked;
  for (const auto& [name, value] : only) {
    RequireKnown(KeyOf(name), value, cells);
    wanted[name].insert(value);
    asked.push_back(name + "=" + value);
  }
  for (CellTrials& cell : cells) {
    const auto is_left_out = [&](const ResultRecord* trial) {
      return std::any_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
        const Texts values = KeyOf(entry.first).values(cell, *trial);
        return std::none_of(values.begin(), values.end(),
                            [&](const std::string& value) { return entry.second.contains(value); });
      });
    };
    std::erase_if(cell.trials, is_left_out);
    std::erase_if(cell.finished, is_left_out);
  }
  std::erase_if(cells, [](const CellTrials& cell) { return cell.trials.empty(); });
  if (cells.empty() && !asked.empty()) {
    throw InvalidInput("--only: no trial has " + Join(asked, ", ") +
                       "; expected values that occur together");
  }
  return cells;
}

Texts CompareMetrics() {
  Texts names;
  for (const Metric& metric : ReportMetrics())
    if (metric.kind != MetricKind::kSpeedup) names.emplace_back(metric.name);
  return names;
}

std::string SelectMetric(const std::string& asked, const std::vector<CellTrials>& cells) {
  const Texts known = CompareMetrics();
  if (!asked.empty()) {
    if (std::find(known.begin(), known.end(), asked) == known.end())
      throw InvalidInput("--metric: " + UnknownName("metric", asked, known));
    return asked;
  }
  std::set<std::string> metrics;
  for (const CellTrials& cell : cells) {
    const std::string& metric = cell.main_metric;
    if (std::find(known.begin(), known.end(), metric) != known.end()) metrics.insert(metric);
  }
  if (metrics.size() == 1) return *metrics.begin();
  if (metrics.empty()) {
    throw InvalidInput("compare: no trial names its main metric; expected --metric " +
                       Join(known, "|"));
  }
  const Texts names(metrics.begin(), metrics.end());
  throw InvalidInput("compare: the trials are about " + Join(names, " and ") +
                     "; expected --metric with one of them");
}

}  // namespace mercer
