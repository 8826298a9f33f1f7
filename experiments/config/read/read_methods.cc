#include "experiments/config/read/read_methods.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/check/method_checks.h"
#include "experiments/config/read/read_named.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/external/external_params.h"

namespace mercer {
namespace {

std::vector<Index> ReadCounts(const Json& method) {
  std::vector<Index> counts;
  const Json* node = Member(method, "D");
  if (node == nullptr) return counts;
  const Json list = node->is_array() ? *node : Json::array({*node});
  for (const Json& item : list) {
    if (item.is_number_integer()) counts.push_back(item.get<Index>());
  }
  // Something that is no number is there, which the schema check has said: D is not missing.
  if (counts.empty()) counts.push_back(1);
  return counts;
}

// What D is to reach, where it is an object.
std::vector<CountTarget> ReadTargets(const Json& method) {
  std::vector<CountTarget> targets;
  const Json* node = Member(method, "D");
  if (node == nullptr || !node->is_object()) return targets;
  const Json* errors = Member(*node, "gram_rel_frobenius");
  if (errors == nullptr) return targets;
  const Json* max = Member(*node, "max");
  const Json list = errors->is_array() ? *errors : Json::array({*errors});
  for (const Json& item : list) {
    if (!item.is_number()) continue;
    CountTarget& target = targets.emplace_back(CountTarget{.error = item.get<double>()});
    if (max != nullptr && max->is_number_integer()) target.max = max->get<Index>();
  }
  return targets;
}

// The variants of a method: the product of its map's and its learner's. `complete` is false where a
// part of it is at fault, so that what depends on that part is not checked.
struct Variants {
  std::vector<MethodSpec> methods;
  bool complete = true;
};

bool TakesNoCount(const NamedParams& map) {
  const MapEntry* entry = MapRegistry().Find(map.name);
  return entry != nullptr && entry->traits.takes_no_count;
}

// Where a program of the user's own runs, and the hash of its files.
bool CanPlace(const std::filesystem::path& folder, const std::string& relative, const Place& place,
              std::optional<NamedParams>& named, Faults& faults) {
  if (!named || named->name != kExternalName) return true;
  try {
    PlaceExternal(folder, named->params);
    return true;
  } catch (const InvalidInput& error) {
    faults.Add(place.Of(relative), error.what());
    return false;
  }
}

Variants ReadVariants(const Json& method, const std::filesystem::path& folder, const Place& place,
                      Faults& faults) {
  Variants out;
  std::vector<std::optional<NamedParams>> maps{std::nullopt}, learners{std::nullopt};
  if (const Json* node = Member(method, "map")) {
    maps.clear();
    for (NamedParams& map : ReadNamed(MapRegistry(), *node, "/map", place, true, faults)) {
      maps.emplace_back(std::move(map));
    }
  }
  if (const Json* node = Member(method, "learner")) {
    learners.clear();
    for (NamedParams& learner :
         ReadNamed(LearnerRegistry(), *node, "/learner", place, true, faults)) {
      learners.emplace_back(std::move(learner));
    }
  }
  out.complete = !maps.empty() && !learners.empty();
  for (auto& map : maps) out.complete &= CanPlace(folder, "/map", place, map, faults);
  for (auto& learner : learners)
    out.complete &= CanPlace(folder, "/learner", place, learner, faults);
  for (const auto& map : maps) {
    for (const auto& learner : learners) {
      MethodSpec spec;
      spec.id = TextOf(method, "id");
      spec.map = map;
      spec.num_random_features = ReadCounts(method);
      spec.targets = ReadTargets(method);
      if (!spec.targets.empty()) spec.num_random_features.assign(spec.targets.size(), 0);
      if (spec.num_random_features.empty() && map && TakesNoCount(*map))
        spec.num_random_features = {0};
      spec.learner = learner;
      spec.kernels = TextsOf(method, "kernels");
      if (const Json* budget = Member(method, "budget"))
        spec.fit_time_of = TextOf(*budget, "fit_time_of");
      out.methods.push_back(std::move(spec));
    }
  }
  return out;
}

const Json* OverrideOf(const MethodContext& context, const ReadDataset* dataset,
                       const std::string& id) {
  if (dataset == nullptr) return nullptr;
  const Json* overrides = Member(context.config.at("datasets").at(dataset->entry), "override");
  return overrides == nullptr ? nullptr : Member(*overrides, id);
}

std::vector<MethodSpec> ReadOne(const MethodContext& context, std::size_t index,
                                const ReadDataset* dataset, Faults& faults) {
  Json method = context.config.at("methods").at(index);
  Place place(Child("/methods", index));
  const std::string id = TextOf(method, "id");
  const Json* overrides = OverrideOf(context, dataset, id);
  if (overrides != nullptr && overrides->is_object()) {
    const std::string pointer = Child(Child(Child("/datasets", dataset->entry), "override"), id);
    method = MergeOverride(std::move(method), *overrides, pointer, place, faults);
    context.schema.CheckPart(method, "method", place, faults);
  }
  CheckKernelNames(method, place, context.kernel_names, faults);
  Variants variants = ReadVariants(method, context.folder, place, faults);
  if (!variants.complete) return {};
  for (const MethodSpec& variant : variants.methods) {
    const DatasetSpec spec = dataset != nullptr ? dataset->spec : DatasetSpec{};
    std::vector<NamedParams> kernels;
    for (const NamedParams& kernel : KernelsOf(spec, context.kernels)) {
      if (Applies(spec, variant, kernel.name)) kernels.push_back(kernel);
    }
    CheckMethodShape(variant, kernels, context.metrics, place, faults);
    CheckMethodFits(variant, kernels, context.metrics, place, faults);
    if (dataset != nullptr && variant.learner && !dataset->spec.split && !kernels.empty()) {
      const std::string where = Child("/datasets", dataset->entry);
      faults.Add(where, "data set '" + dataset->spec.name +
                            "' has no split, which the learner of method '" + id +
                            "' needs; expected split");
    }
  }
  return std::move(variants.methods);
}

// Puts `value` at `node`; an object is merged into an object, or into the object that a bare name
// stands for.
void Merge(Json& node, const Json& value, const std::string& relative, const std::string& pointer,
           Place& place) {
  if (!value.is_object()) {
    node = value;
    place.Override(relative, pointer);
    return;
  }
  if (node.is_string()) node = {{"name", node}};
  if (!node.is_object()) {
    node = value;
    place.Override(relative, pointer);
    return;
  }
  for (const auto& [key, item] : value.items()) {
    Merge(node[key], item, Child(relative, key), Child(pointer, key), place);
  }
}

}  // namespace

std::vector<std::string> ReadMethodIds(const Json& config, Faults& faults) {
  std::vector<std::string> ids, displays;
  const Json* list = Member(config, "methods");
  if (list == nullptr || !list->is_array()) return ids;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string id = TextOf((*list)[i], "id"), display = TextOf((*list)[i], "display");
    if (!display.empty() &&
        std::find(displays.begin(), displays.end(), display) != displays.end()) {
      faults.Add(
          Child(Child("/methods", i), "display"),
          "display is '" + display + "', which an earlier method has; expected one of its own");
    }
    displays.push_back(display);
    if (id.empty()) continue;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      faults.Add(Child(Child("/methods", i), "id"),
                 "id is '" + id + "', which an earlier method has; expected one of its own");
    } else {
      ids.push_back(id);
    }
  }
  return ids;
}

std::vector<MethodSpec> ReadMethods(const MethodContext& context, const ReadDataset* dataset,
                                    Faults& faults) {
  std::vector<MethodSpec> methods;
  const Json* list = Member(context.config, "methods");
  if (list == nullptr || !list->is_array()) return methods;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!(*list)[i].is_object()) continue;
    for (MethodSpec& method : ReadOne(context, i, dataset, faults)) {
      methods.push_back(std::move(method));
    }
  }
  return methods;
}

Json MergeOverride(Json method, const Json& override_object, const std::string& pointer,
                   Place& place, Faults& faults) {
  for (const auto& [path, value] : override_object.items()) {
    const std::string at = Child(pointer, path);
    if (path == "id" || path == "display") {
      faults.Add(at,
                 path + " is overridden; expected any key of the method but its id and display");
      continue;
    }
    Json* node = &method;
    std::string relative;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      const std::string key = path.substr(begin, end - begin);
      if (node->is_string()) *node = {{"name", *node}};
      if (!node->is_object() && !node->is_null()) *node = Json::object();
      node = &(*node)[key];
      relative = Child(relative, key);
      begin = end + 1;
    }
    Merge(*node, value, relative, at, place);
  }
  return method;
}

}  // namespace mercer
