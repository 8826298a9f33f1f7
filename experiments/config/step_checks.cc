#include "experiments/config/step_checks.h"

#include "core/base/error.h"
#include "core/data/builtin_steps.h"
#include "core/data/row_steps.h"

namespace mercer {
namespace {

std::optional<Index> GeneratorParam(const DatasetSpec& spec, const char* name) {
  const ParamValue* value = spec.params.Find(name);
  const bool known = value != nullptr && value->is_integer();
  return known ? std::optional<Index>(value->AsInteger()) : std::nullopt;
}

}  // namespace

std::optional<Index> KnownRows(const DatasetSpec& spec, const Catalogue& catalogue) {
  const Manifest* manifest = catalogue.Find(spec.name);
  // Files of the user's own are known when they are read.
  if (manifest == nullptr) return GeneratorParam(spec, "n");
  Index rows = 0;
  for (const std::string& part : spec.parts.empty() ? manifest->Parts() : spec.parts) {
    const std::vector<ManifestFile> files = manifest->FilesOf(part);
    if (files.empty()) return std::nullopt;  // no such part, which is a fault of its own
    rows += files.front().rows;
  }
  return rows > 0 ? std::optional<Index>(rows) : std::nullopt;
}

std::optional<Index> KnownColumns(const DatasetSpec& spec, const Catalogue& catalogue) {
  if (catalogue.Find(spec.name) != nullptr) return catalogue.InputDim(spec);
  return GeneratorParam(spec, "d");
}

std::optional<Index> PreparedDim(const DatasetSpec& spec, const Catalogue& catalogue) {
  std::optional<Index> dim = KnownColumns(spec, catalogue);
  for (const NamedParams& step : spec.preprocess) dim = StepOutputDim(step.name, step.params, dim);
  return dim;
}

void CheckSteps(const DatasetSpec& spec, const Catalogue& catalogue, const Place& place,
                Faults& faults) {
  for (std::size_t i = 0; i < spec.rows.size(); ++i) {
    try {
      CheckRowStep(spec.rows[i].name, spec.rows[i].params);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of(Child("/rows", i)), error.what());
    }
  }
  std::optional<Index> dim = KnownColumns(spec, catalogue);
  for (std::size_t i = 0; i < spec.preprocess.size(); ++i) {
    try {
      dim = StepOutputDim(spec.preprocess[i].name, spec.preprocess[i].params, dim);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of(Child("/preprocess", i)), error.what());
      dim.reset();
    }
  }
}

}  // namespace mercer
