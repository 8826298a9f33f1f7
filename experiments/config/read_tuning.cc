#include "experiments/config/read_tuning.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/tuning.h"

namespace mercer {
namespace {

TuningSpec ReadOne(const Json& node) {
  TuningSpec spec;
  spec.method = TextOf(node, "method");
  spec.share_with = TextsOf(node, "share_with");
  const Json* by = Member(node, "by");
  const Json* fraction = by != nullptr ? Member(*by, "validation_fraction") : nullptr;
  const Json* rows = by != nullptr ? Member(*by, "max_rows") : nullptr;
  if (fraction != nullptr && fraction->is_number())
    spec.validation_fraction = fraction->get<double>();
  if (rows != nullptr && rows->is_number_integer()) spec.max_rows = rows->get<Index>();
  const Json* grid = Member(node, "grid");
  if (grid == nullptr || !grid->is_object()) return spec;
  for (const auto& [path, values] : grid->items()) {
    const std::optional<ParamValue> list = ToParamValue(values);
    if (list && list->is_list()) spec.grid.emplace_back(path, list->AsList());
  }
  return spec;
}

// One parameter that can be tuned: "learner.cost" and what it must be.
struct Tunable {
  std::string path;
  std::string owner;
  ParamSpec spec;
};

std::vector<Tunable> TunablesOf(const MethodSpec& method) {
  std::vector<Tunable> tunables;
  if (method.map) {
    const MapEntry& entry = MapRegistry().Get(method.map->name);
    for (const ParamSpec& spec : entry.params) {
      tunables.push_back({"map." + spec.name, "map '" + entry.name + "'", spec});
    }
  }
  if (method.learner) {
    const LearnerEntry& entry = LearnerRegistry().Get(method.learner->name);
    for (const ParamSpec& spec : entry.params) {
      tunables.push_back({"learner." + spec.name, "learner '" + entry.name + "'", spec});
    }
  }
  return tunables;
}

void CheckGrid(const TuningSpec& tuning, const MethodSpec& method, const std::string& pointer,
               Faults& faults) {
  const std::vector<Tunable> tunables = TunablesOf(method);
  std::vector<std::string> known;
  for (const Tunable& tunable : tunables) known.push_back(tunable.path);
  for (const auto& entry : tuning.grid) {
    const auto& path = entry.first;  // no structured binding: Clang 14 does not let lambdas see it
    const auto& values = entry.second;
    const std::string where = Child(Child(pointer, "grid"), path);
    const auto tunable = std::find_if(tunables.begin(), tunables.end(),
                                      [&](const Tunable& t) { return t.path == path; });
    if (tunable == tunables.end()) {
      faults.Add(where, UnknownName("parameter of method '" + method.id + "':", path, known));
      continue;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const ParamFault& fault :
           CheckParams(tunable->owner, {tunable->spec}, {{tunable->spec.name, values[i]}})) {
        faults.Add(Child(where, i), fault.message);
      }
    }
  }
}

// How the methods of one data set agree with a tuning.
void CheckSharing(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                  const MethodSpec& tuned, const MethodSpec& method, const std::string& where,
                  Faults& faults) {
  const std::string names =
      "method '" + method.id + "' takes the values of '" + tuning.method + "'";
  const DatasetSpec& spec = experiment.datasets[dataset];
  for (const NamedParams& kernel : experiment.kernels) {
    if (Applies(spec, method, kernel.name) && !Applies(spec, tuned, kernel.name)) {
      faults.Add(where, names + ", which does not run with kernel '" + kernel.name +
                            "'; expected a tuned method that does");
    }
  }
  const std::vector<Index> none{0};
  for (const Index count : method.map ? method.num_random_features : none) {
    if (!TunedCount(tuned, count)) {
      faults.Add(where, names + ", which has several D and not " + std::to_string(count) +
                            "; expected the same D, one D, or no map");
    }
  }
}

void CheckOnDataset(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                    const std::string& pointer, Faults& faults) {
  const std::vector<MethodSpec>& methods = experiment.methods[dataset];
  const MethodSpec* tuned = MethodOf(methods, tuning.method);
  if (tuned == nullptr) return;
  if (!tuned->learner) {
    faults.Add(Child(pointer, "method"), "method '" + tuned->id +
                                             "' has no learner to tune by validation; expected a "
                                             "method with a learner");
    return;
  }
  std::vector<std::string> ids = tuning.share_with;
  ids.insert(ids.begin(), tuning.method);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const MethodSpec* method = MethodOf(methods, ids[i]);
    if (method == nullptr) continue;
    const std::string where =
        i == 0 ? Child(pointer, "method") : Child(Child(pointer, "share_with"), i - 1);
    const auto variants = std::count_if(methods.begin(), methods.end(),
                                        [&](const MethodSpec& m) { return m.id == ids[i]; });
    if (variants > 1) {
      faults.Add(where, "method '" + ids[i] + "' has lists in place of parameters, " +
                            std::to_string(variants) +
                            " variants in all; expected one variant of a tuned method");
      continue;
    }
    CheckGrid(tuning, *method, pointer, faults);
    if (i > 0) CheckSharing(tuning, experiment, dataset, *tuned, *method, where, faults);
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
                                   const std::vector<std::string>& method_ids, Faults& faults) {
  std::vector<TuningSpec> all;
  const Json* list = Member(config, "tuning");
  if (list == nullptr || !list->is_array()) return all;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!(*list)[i].is_object()) continue;
    const std::string pointer = Child("/tuning", i);
    TuningSpec tuning = ReadOne((*list)[i]);
    CheckNames(tuning, all, method_ids, pointer, faults);
    for (std::size_t dataset = 0; dataset < experiment.methods.size(); ++dataset) {
      CheckOnDataset(tuning, experiment, dataset, pointer, faults);
    }
    all.push_back(std::move(tuning));
  }
  return all;
}

}  // namespace mercer
