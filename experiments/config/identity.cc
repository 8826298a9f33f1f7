#include <string>
#include <vector>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/generators.h"
#include "core/data/label_rules.h"
#include "core/data/preprocess.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/metrics.h"
#include "experiments/config/trial.h"

namespace mercer {
namespace {

// "polynomial(degree=10,offset=1,scale=1)@1": a raised version is another identity.
template <class Entry>
std::string Versioned(const Registry<Entry>& registry, const NamedParams& named) {
  const Entry* entry = registry.Find(named.name);
  return entry == nullptr ? named.Canonical()
                          : named.Canonical() + "@" + std::to_string(entry->version);
}

std::string DatasetText(const DatasetSpec& dataset) {
  std::string text = Versioned(GeneratorRegistry(), {dataset.name, dataset.params});
  text += ";parts=" + Join(dataset.parts, ",") + ";encode=" + dataset.encode;
  text += ";labels=" + Versioned(LabelRuleRegistry(), dataset.labels);
  text += ";split=" + (dataset.split ? dataset.split->Canonical() : "");
  std::vector<std::string> steps;
  for (const NamedParams& step : dataset.preprocess) {
    steps.push_back(Versioned(PreprocessRegistry(), step));
  }
  return text + ";preprocess=" + Join(steps, ",");
}

std::string TuningText(const TuningSpec& tuning) {
  std::string text = "validation_fraction=" + FormatNumber(tuning.validation_fraction) +
                     ";max_rows=" + std::to_string(tuning.max_rows);
  for (const auto& [path, values] : tuning.grid) {
    text += ";" + path + "=" + ParamValue(values).Canonical();
  }
  return text;
}

bool MeasuresGram(const Cell& cell) {
  for (const std::string& name : cell.metrics) {
    const MetricEntry* metric = MetricRegistry().Find(name);
    if (metric != nullptr && metric->of_gram && cell.map) return true;
  }
  return false;
}

}  // namespace

std::string Trial::Identity() const {
  std::string text = "dataset=" + DatasetText(cell.dataset) + "\n";
  text += "kernel=" + Versioned(KernelRegistry(), cell.kernel) + "\n";
  text += "method=" + cell.method + "\n";
  if (cell.map) {
    text += "map=" + Versioned(MapRegistry(), *cell.map) + "\n";
    text += "D=" + std::to_string(cell.num_random_features) + "\n";
  }
  if (cell.learner) text += "learner=" + Versioned(LearnerRegistry(), *cell.learner) + "\n";
  text += "metrics=" + Join(cell.metrics, ",") + "\n";
  if (MeasuresGram(cell)) {
    text += "gram=rows=" + std::to_string(cell.gram.rows) + ";pairs=" + cell.gram.pairs + "\n";
  }
  text += "repetition=" + std::to_string(repetition) + "\n";
  text += "seeds=label=" + std::to_string(seeds.label) + ";split=" + std::to_string(seeds.split) +
          ";map=" + std::to_string(seeds.map) + ";learner=" + std::to_string(seeds.learner) + "\n";
  if (tuning) text += "tuning=" + TuningText(*tuning) + "\n";
  if (!tuned_by.empty()) text += "tuned_by=" + tuned_by + "\n";
  return text;
}

}  // namespace mercer
