#include "experiments/config/trial/step_text.h"

#include "core/base/text.h"
#include "core/data/rows/label_rules.h"
#include "core/data/rows/row_steps.h"
#include "core/data/steps/builtin_steps.h"

namespace mercer {

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
