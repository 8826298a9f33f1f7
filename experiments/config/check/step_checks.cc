#include "experiments/config/check/step_checks.h"

#include "core/base/error.h"
#include "core/data/rows/row_steps.h"
#include "core/data/rows/split.h"
#include "core/data/steps/builtin_steps.h"

namespace mercer {
namespace {

std::optional<Index> GeneratorParam(const DatasetSpec& spec, const char* name) {
  const ParamValue* value = spec.params.Find(name);
  const bool known = value != nullptr && value->is_integer();
  return known ? std::optional<Index>(value->AsInteger()) : std::nullopt;
}

// Rows that the row steps of "all" or "train" leave of n, where that is known.
std::optional<Index> RowsKept(const DatasetSpec& spec, const std::string& of,
                              std::optional<Index> n, const Place& place, Faults& faults) {
  for (std::size_t i = 0; i < spec.rows.size(); ++i) {
    const NamedParams& step = spec.rows[i];
    if (step.params.Get("of").AsText() != of) continue;
    try {
      n = RowStepCount(step.name, step.params, n);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of(Child("/rows", i)), error.what());
      n.reset();
    }
  }
  return n;
}

// All parts but the last one, where no step takes rows out of them.
std::optional<Index> OfficialTrainRows(const DatasetSpec& spec, const Catalogue& catalogue,
                                       Index n) {
  for (const NamedParams& step : spec.rows)
    if (step.params.Get("of").AsText() == "all") return std::nullopt;
  if (const std::optional<DataShape> shape = catalogue.ShapeOf(spec))
    return n - shape->part_rows.back();
  const Manifest* manifest = catalogue.Find(spec.name);
  if (manifest == nullptr) return std::nullopt;
  const std::vector<std::string> parts = spec.parts.empty() ? manifest->Parts() : spec.parts;
  if (parts.size() < 2) return std::nullopt;  // which is a fault of its own
  return n - manifest->FilesOf(parts.back()).front().rows;
}

// The rows that train of the n that are split, where both are known; the fewest of all folds.
std::optional<Index> TrainRows(const DatasetSpec& spec, const Catalogue& catalogue,
                               std::optional<Index> n, const Place& place, Faults& faults) {
  if (!spec.split) return n;
  const SplitSpec& split = *spec.split;
  if (split.given && !split.given->train.empty())
    return static_cast<Index>(split.given->train.size());
  if (!n) return std::nullopt;
  if (split.official) return OfficialTrainRows(spec, catalogue, *n);
  try {
    if (split.folds > 1) return FoldSplitTrainRows(*n, split.folds);
    if (split.train_fraction > 0 && split.train_fraction < 1 && split.max_train >= 0)
      return RandomSplitTrainRows(*n, split.train_fraction, split.max_train);
  } catch (const InvalidInput& error) {
    faults.Add(place.Of("/split"), error.what());
  }
  return std::nullopt;
}

// The rows that train after the row steps of "all", the split and the row steps of "train".
std::optional<Index> TrainRowsKept(const DatasetSpec& spec, const Catalogue& catalogue,
                                   const Place& place, Faults& faults) {
  const std::optional<Index> rows =
      RowsKept(spec, "all", KnownRows(spec, catalogue), place, faults);
  return RowsKept(spec, "train", TrainRows(spec, catalogue, rows, place, faults), place, faults);
}

}  // namespace

std::optional<Index> KnownRows(const DatasetSpec& spec, const Catalogue& catalogue) {
  if (const std::optional<DataShape> shape = catalogue.ShapeOf(spec)) return shape->rows;
  const Manifest* manifest = catalogue.Find(spec.name);
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
  if (const std::optional<DataShape> shape = catalogue.ShapeOf(spec)) return shape->columns;
  if (catalogue.Find(spec.name) != nullptr) return catalogue.InputDim(spec);
  return GeneratorParam(spec, "d");
}

std::optional<Index> KnownTrainRows(const DatasetSpec& spec, const Catalogue& catalogue) {
  Faults told;  // CheckSteps reports what is wrong with the steps
  return TrainRowsKept(spec, catalogue, Place(""), told);
}

std::optional<Index> PreparedDim(const DatasetSpec& spec, const Catalogue& catalogue) {
  std::optional<Index> dim = KnownColumns(spec, catalogue);
  for (const NamedParams& step : spec.preprocess) dim = StepOutputDim(step.name, step.params, dim);
  return dim;
}

void CheckSteps(const DatasetSpec& spec, const Catalogue& catalogue, const Place& place,
                Faults& faults) {
  const std::optional<DataShape> shape = catalogue.ShapeOf(spec);
  if (shape && shape->missing > 0 &&
      (spec.preprocess.empty() || spec.preprocess.front().name != "impute")) {
    faults.Add(place.Of(""), "data set '" + spec.name + "' has " + std::to_string(shape->missing) +
                                 " missing values; expected the preprocessing step 'impute' before "
                                 "all others");
  }
  const std::optional<Index> train = TrainRowsKept(spec, catalogue, place, faults);
  std::optional<Index> dim = KnownColumns(spec, catalogue);
  for (std::size_t i = 0; i < spec.preprocess.size(); ++i) {
    try {
      dim = StepOutputDim(spec.preprocess[i].name, spec.preprocess[i].params, dim);
      if (train) CheckTrainRows(spec.preprocess[i].name, spec.preprocess[i].params, *train);
    } catch (const InvalidInput& error) {
      faults.Add(place.Of(Child("/preprocess", i)), error.what());
      dim.reset();
    }
  }
}

}  // namespace mercer
