#include "experiments/config/read/read_tuning.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "experiments/config/check/step_checks.h"
#include "experiments/config/check/tuning_checks.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {
namespace {

void ReadRows(const Json& node, TuningSpec& spec) {
  spec.on_test = TextOf(node, "tuned_on") == "test";
  const Json* by = Member(node, "by");
  if (by == nullptr) return;
  const Json* fraction = Member(*by, "validation_fraction");
  const Json* folds = Member(*by, "folds");
  const Json* rows = Member(*by, "max_rows");
  if (fraction != nullptr && fraction->is_number())
    spec.validation_fraction = fraction->get<double>();
  if (folds != nullptr && folds->is_number_integer()) spec.folds = folds->get<Index>();
  if (rows != nullptr && rows->is_number_integer()) spec.max_rows = rows->get<Index>();
}

TuningSpec ReadOne(const Json& node, const std::string& pointer, Faults& faults) {
  TuningSpec spec;
  spec.method = TextOf(node, "method");
  spec.share_with = TextsOf(node, "share_with");
  ReadRows(node, spec);
  const Json* grid = Member(node, "grid");
  if (grid == nullptr || !grid->is_object()) return spec;
  for (const auto& [path, values] : grid->items()) {
    if (!values.is_array()) continue;  // the schema check has said so
    if (const std::optional<ParamValue> list = ToParamValue(values)) {
      spec.grid.emplace_back(path, list->AsList());
    } else {
      faults.Add(Child(Child(pointer, "grid"), path),
                 path + " is " + Show(values) + "; expected a list of values, not null");
    }
  }
  return spec;
}

// Which rows validate: what the schema cannot say of the keys together.
void CheckRows(const Json& node, const TuningSpec& tuning, const std::string& pointer,
               Faults& faults) {
  const Json* by = Member(node, "by");
  if (by == nullptr || !by->is_object() || by->empty()) return;
  const std::string where = Child(pointer, "by");
  if (tuning.on_test) {
    faults.Add(where, "by is " + Show(*by) +
                          ", and tuned_on is 'test', which fits on the whole training part and "
                          "scores all test rows; expected no 'by'");
  }
  if (by->contains("validation_fraction") && by->contains("folds")) {
    faults.Add(where, "by has both validation_fraction and folds; expected one of them");
  }
  if (tuning.max_rows > 0 && tuning.folds > tuning.max_rows) {
    faults.Add(Child(where, "folds"), "folds is " + std::to_string(tuning.folds) +
                                          ", and max_rows leaves " +
                                          std::to_string(tuning.max_rows) +
                                          " rows; expected at most as many folds as rows");
  }
}

// A method's own data sets only: the tuning of another one never runs there.
void CheckFolds(const TuningSpec& tuning, const Experiment& experiment, const Catalogue& catalogue,
                const std::string& pointer, Faults& faults) {
  if (tuning.max_rows > 0 && tuning.folds > tuning.max_rows) return;  // CheckRows has said so
  for (std::size_t i = 0; i < experiment.datasets.size(); ++i) {
    if (MethodOf(experiment.methods[i], tuning.method) == nullptr) continue;
    const std::optional<Index> rows = KnownTrainRows(experiment.datasets[i], catalogue);
    if (!rows || tuning.folds <= *rows) continue;
    faults.Add(Child(Child(pointer, "by"), "folds"),
               "folds is " + std::to_string(tuning.folds) + ", and data set '" +
                   experiment.datasets[i].Label() + "' has " + std::to_string(*rows) +
                   " training rows; expected at most as many folds as training rows");
  }
}

void CheckNames(const TuningSpec& tuning, const std::vector<TuningSpec>& earlier,
                const std::vector<std::string>& method_ids, const std::string& pointer,
                Faults& faults) {
  const auto check = [&](const std::string& id, const std::string& where) {
    if (id.empty()) return;
    if (std::find(method_ids.begin(), method_ids.end(), id) == method_ids.end()) {
      faults.Add(where, UnknownName("method", id, method_ids));
    } else if (TuningOf(earlier, id) != nullptr) {
      faults.Add(where, "method '" + id +
                            "' takes its values from an earlier tuning; expected one "
                            "tuning for each method");
    }
  };
  check(tuning.method, Child(pointer, "method"));
  for (std::size_t i = 0; i < tuning.share_with.size(); ++i) {
    const std::string where = Child(Child(pointer, "share_with"), i);
    check(tuning.share_with[i], where);
    if (tuning.share_with[i] == tuning.method) {
      faults.Add(where, "share_with names the tuned method '" + tuning.method +
                            "' itself; expected other methods");
    }
  }
}

}  // namespace

std::vector<TuningSpec> ReadTuning(const Json& config, const Experiment& experiment,
                                   const std::vector<std::string>& method_ids,
                                   const Catalogue& catalogue, Faults& faults) {
  std::vector<TuningSpec> all;
  const Json* list = Member(config, "tuning");
  if (list == nullptr || !list->is_array()) return all;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!(*list)[i].is_object()) continue;
    const std::string pointer = Child("/tuning", i);
    TuningSpec tuning = ReadOne((*list)[i], pointer, faults);
    CheckNames(tuning, all, method_ids, pointer, faults);
    CheckRows((*list)[i], tuning, pointer, faults);
    CheckFolds(tuning, experiment, catalogue, pointer, faults);
    for (std::size_t dataset = 0; dataset < experiment.methods.size(); ++dataset) {
      CheckTuning(tuning, experiment, dataset, pointer, faults);
    }
    all.push_back(std::move(tuning));
  }
  return all;
}

}  // namespace mercer
