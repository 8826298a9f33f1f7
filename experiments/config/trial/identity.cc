#include "experiments/config/trial/identity.h"

#include <set>
#include <string>
#include <vector>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/generators.h"
#include "core/data/rows/label_rules.h"
#include "core/data/rows/row_steps.h"
#include "core/data/steps/builtin_steps.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/metric_registry.h"
#include "experiments/config/trial/trial.h"
#include "experiments/external/external_params.h"

namespace mercer {
namespace {

std::string NestedVersions(const RegistryInfo& info, const Params& params);

std::string NestedVersions(const NestedKind& kind, const ParamValue& value) {
  if (value.is_list()) {
    std::string text;
    for (const ParamValue& item : value.AsList()) text += NestedVersions(kind, item);
    return text;
  }
  if (!value.is_params()) return "";
  const NestedValue nested = AsNested(value);
  const RegistryInfo* info = kind.find(nested.name);
  if (info == nullptr) return "";
  return "+" + nested.name + "@" + std::to_string(info->version) +
         NestedVersions(*info, nested.params);
}

std::string NestedVersions(const RegistryInfo& info, const Params& params) {
  std::string text;
  for (const ParamSpec& spec : info.params) {
    const ParamValue* value = params.Find(spec.name);
    if (spec.nested != nullptr && value != nullptr) text += NestedVersions(*spec.nested, *value);
  }
  return text;
}

// "polynomial(degree=10,offset=1,scale=1)@1", with the versions of what is nested in it after it: a
// raised version is another identity.
template <class Entry>
std::string Versioned(const Registry<Entry>& registry, const NamedParams& named) {
  const Entry* entry = registry.Find(named.name);
  if (entry == nullptr) return named.Canonical();
  if (named.name == kExternalName) {
    const NamedParams unplaced{named.name, WithoutPlace(named.params)};
    return unplaced.Canonical() + "@" + std::to_string(entry->version);
  }
  return named.Canonical() + "@" + std::to_string(entry->version) +
         NestedVersions(*entry, named.params);
}

// "minmax@1,pca(k=250)@1"
template <class Entry>
std::string VersionedSteps(const Registry<Entry>& registry, const std::vector<NamedParams>& steps) {
  std::vector<std::string> texts;
  for (const NamedParams& step : steps) {
    const Entry& entry = registry.Get(step.name);
    texts.push_back(StepText(entry, step) + "@" + std::to_string(entry.version));
  }
  return Join(texts, ",");
}

std::string DatasetText(const DatasetSpec& dataset) {
  std::string text = Versioned(GeneratorRegistry(), {dataset.name, dataset.params});
  text += ";parts=" + Join(dataset.parts, ",") + ";encode=" + dataset.encode;
  if (!dataset.paths.empty()) text += ";format=" + Versioned(DataFormatRegistry(), dataset.format);
  text += ";labels=" + Versioned(LabelRuleRegistry(), dataset.labels);
  text += ";split=" + (dataset.split ? dataset.split->Canonical() : "");
  if (!dataset.rows.empty()) text += ";rows=" + VersionedSteps(RowStepRegistry(), dataset.rows);
  return text + ";preprocess=" + VersionedSteps(PreprocessRegistry(), dataset.preprocess);
}

std::string TuningText(const TuningSpec& tuning) {
  std::string text = tuning.folds > 0
                         ? "folds=" + std::to_string(tuning.folds)
                         : "validation_fraction=" + FormatNumber(tuning.validation_fraction);
  text += ";max_rows=" + std::to_string(tuning.max_rows);
  if (tuning.on_test) text = "tuned_on=test";
  for (const auto& [path, values] : tuning.grid) {
    text += ";" + path + "=" + ParamValue(values).Canonical();
  }
  return text;
}

bool Measures(const Cell& cell, MeasuredOn on) {
  for (const std::string& name : cell.metrics) {
    const MetricEntry* metric = MetricRegistry().Find(name);
    if (metric != nullptr && metric->measured_on == on && cell.map) return true;
  }
  return false;
}

}  // namespace

bool Cell::Measures(const std::string& metric) const {
  return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
}

std::string VersionedKernel(const NamedParams& kernel) {
  return Versioned(KernelRegistry(), kernel);
}

std::string VersionedMap(const NamedParams& map) { return Versioned(MapRegistry(), map); }

std::string Trial::Identity() const {
  std::string text = "dataset=" + DatasetText(cell.dataset) + "\n";
  text += "kernel=" + VersionedKernel(cell.kernel) + "\n";
  text += "method=" + cell.method + "\n";
  if (cell.map) {
    text += "map=" + VersionedMap(*cell.map) + "\n";
    text += "D=" + std::to_string(cell.num_random_features) + "\n";
    if (cell.target.error > 0) text += "target_error=" + FormatNumber(cell.target.error) + "\n";
  }
  if (cell.learner) text += "learner=" + Versioned(LearnerRegistry(), *cell.learner) + "\n";
  for (const auto& part : {cell.map, cell.learner}) {
    if (part && !FilesHash(part->params).empty())
      text += "files_sha256=" + FilesHash(part->params) + "\n";
  }
  // Equal to rounding, whatever the largest D.
  if (shared_features > 0) text += "share_map=true\n";
  text += "metrics=" + Join(cell.metrics, ",") + "\n";
  if (Measures(cell, MeasuredOn::kGram) || cell.target.error > 0) {
    text += "gram=rows=" + std::to_string(cell.gram.rows) + ";pairs=" + cell.gram.pairs;
    if (cell.gram.sampled > 0) text += ";sampled=" + std::to_string(cell.gram.sampled);
    if (cell.gram.on_test) text += ";part=test";
    text += "\n";
  }
  if (Measures(cell, MeasuredOn::kFrequencies))
    text += "box_scale=" + FormatNumber(cell.box.scale) + "\n";
  text += "repetition=" + std::to_string(repetition) + "\n";
  if (const auto set = cell.dataset.PointSet(repetition))
    text += "point_set=" + std::to_string(*set) + "\n";
  text += "seeds=label=" + std::to_string(seeds.label) + ";split=" + std::to_string(seeds.split) +
          ";map=" + std::to_string(seeds.map) + ";learner=" + std::to_string(seeds.learner) + "\n";
  if (tuning) text += "tuning=" + TuningText(*tuning) + "\n";
  if (!tuned_by.empty()) text += "tuned_by=" + tuned_by + "\n";
  if (!timed_by.empty()) text += "timed_by=" + timed_by + "\n";
  return text;
}

void AddCommands(const Cell& cell, std::set<std::string>& commands) {
  for (const auto& part : {cell.map, cell.learner}) {
    if (part && part->name == kExternalName)
      commands.insert("'" + Cut(CommandOf(part->params).Text(), 200) + "'");
  }
}

std::string StepText(const RegistryInfo& info, const NamedParams& step) {
  NamedParams named = step;
  for (const ParamSpec& spec : info.params) {
    const ParamValue* value = step.params.Find(spec.name);
    if (value != nullptr && spec.default_value &&
        value->Canonical() == spec.default_value->Canonical()) {
      named.params.Erase(spec.name);
    }
  }
  return named.Canonical();
}

std::string PreprocessLabel(const DatasetSpec& spec) {
  std::vector<std::string> steps;
  for (const NamedParams& step : spec.rows)
    steps.push_back(StepText(RowStepRegistry().Get(step.name), step));
  for (const NamedParams& step : spec.preprocess)
    steps.push_back(StepText(PreprocessRegistry().Get(step.name), step));
  return Join(steps, "+");
}

std::string LabelsLabel(const DatasetSpec& spec) {
  if (spec.labels.name.empty()) return "";
  return StepText(LabelRuleRegistry().Get(spec.labels.name), spec.labels);
}

std::array<std::string, 4> VariantOf(const DatasetSpec& spec) {
  return {spec.encode, LabelsLabel(spec), spec.split ? spec.split->Canonical() : "",
          PreprocessLabel(spec)};
}

}  // namespace mercer
