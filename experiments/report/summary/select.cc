#include "experiments/report/summary/select.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

// What a row answers to under a key: its name, and the id in it.
Texts ValuesOf(const SummaryRow& row, const std::string& key) {
  const auto names = [](const std::string& shown) {
    const std::string plain = PlainName(shown);
    return plain == shown ? Texts{shown} : Texts{shown, plain};
  };
  if (key == "dataset") return names(row.cell.dataset);
  if (key == "kernel") return names(row.cell.kernel);
  if (key == "method") return names(row.cell.method);
  const std::int64_t size = row.cell.num_random_features;
  return {size > 0 ? std::to_string(size) : "none"};
}

void CheckValue(const std::string& key, const std::string& value, const Summary& summary) {
  Texts known;
  for (const SummaryRow& row : summary.rows) {
    for (const std::string& text : ValuesOf(row, key)) {
      if (text == value) return;
      if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
    }
  }
  throw InvalidInput("--only: " + UnknownName(key, value, known));
}

void CheckMetric(const std::string& metric, const Summary& summary) {
  Texts known;
  for (const SummaryRow& row : summary.rows) {
    const std::string name(FindMetric(row.metric)->name);
    if (name == metric) return;
    if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  }
  throw InvalidInput("--metrics: " + UnknownName("metric", metric, known));
}

// Notes, data sets and tuned values of what is left.
void LeaveOutTheRest(Summary& summary) {
  std::set<std::string> datasets, methods;
  std::set<CellKey> cells;
  for (const SummaryRow& row : summary.rows) {
    datasets.insert(row.cell.dataset);
    methods.insert(PlainName(row.cell.method));
    cells.insert({row.cell.dataset, row.cell.kernel, row.cell.method});
  }
  const auto has_dataset = [&](const std::string& name) {
    return name.empty() || std::any_of(datasets.begin(), datasets.end(), [&](const auto& label) {
             return label == name || label.starts_with(name + " [");
           });
  };
  std::erase_if(summary.datasets,
                [&](const DatasetFacts& facts) { return !datasets.contains(facts.label); });
  std::erase_if(summary.tuned, [&](const TunedChoices& tuned) {
    return !cells.contains({tuned.dataset, tuned.kernel, tuned.method});
  });
  for (std::vector<TrialNote>* notes : {&summary.failures, &summary.warnings}) {
    std::erase_if(*notes, [&](const TrialNote& note) {
      // "rm (tuning)" is a trial of rm.
      return !has_dataset(note.dataset) ||
             std::none_of(note.methods.begin(), note.methods.end(), [&](const std::string& method) {
               return methods.contains(method.substr(0, method.find(" (")));
             });
    });
  }
}

}  // namespace

Texts SelectionKeys() { return {"dataset", "kernel", "method", "D"}; }

void Select(const Selection& selection, Summary& summary) {
  if (selection.IsEmpty()) return;
  std::map<std::string, std::set<std::string>> wanted;
  const Texts keys = SelectionKeys();
  for (const auto& [key, value] : selection.only) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw InvalidInput("--only: " + UnknownName("key", key, keys));
    CheckValue(key, value, summary);
    wanted[key].insert(value);
  }
  for (const std::string& metric : selection.metrics) CheckMetric(metric, summary);
  std::erase_if(summary.rows, [&](const SummaryRow& row) {
    const bool is_shown = selection.metrics.empty() ||
                          std::find(selection.metrics.begin(), selection.metrics.end(),
                                    FindMetric(row.metric)->name) != selection.metrics.end();
    return !is_shown || std::any_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
      const Texts values = ValuesOf(row, entry.first);
      return std::none_of(values.begin(), values.end(),
                          [&](const std::string& value) { return entry.second.contains(value); });
    });
  });
  if (summary.rows.empty())
    throw InvalidInput("--only and --metrics leave no number; expected values that a row has");
  if (!selection.metrics.empty()) {
    summary.asked_metrics = selection.metrics;
    summary.main_metric = selection.metrics.front();
  }
  summary.is_part = true;
  LeaveOutTheRest(summary);
}

}  // namespace mercer
