#include "experiments/config/step_checks.h"

#include <algorithm>

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
  if (manifest == nullptr) return GeneratorParam(spec, "n");
  Index rows = 0;
  for (const ManifestFile& file : manifest->files) {
    const bool pooled = spec.parts.empty() || std::find(spec.parts.begin(), spec.parts.end(),
                                                        file.part) != spec.parts.end();
    if (pooled && file.rows <= 0) return std::nullopt;
    if (pooled) rows += file.rows;
  }
  return rows > 0 ? std::optional<Index>(rows) : std::nullopt;
}

std::optional<Index> KnownColumns(const DatasetSpec& spec, const Catalogue& catalogue) {
  if (const Manifest* manifest = catalogue.Find(spec.name)) return manifest->input_dim;
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
