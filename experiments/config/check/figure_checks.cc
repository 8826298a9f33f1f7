#include "experiments/config/check/figure_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/text.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

void AddParameters(const Json& method, Texts& parameters) {
  for (const char* owner : {"map", "learner"}) {
    const Json* part = Member(method, owner);
    if (part == nullptr || !part->is_object()) continue;
    for (const auto& [key, unused] : part->items()) {
      const std::string parameter = std::string(owner) + "." + key;
      if (key != "name" && std::ranges::count(parameters, parameter) == 0)
        parameters.push_back(parameter);
    }
  }
}

/// What the methods set, as axes of figures name it.
Texts ParametersOfMethods(const Json& config) {
  Texts parameters;
  const auto each = [&config](const char* list, const auto& take) {
    const Json* items = Member(config, list);
    if (items == nullptr || !items->is_array()) return;
    for (const Json& item : *items)
      if (item.is_object()) take(item);
  };
  each("methods", [&](const Json& method) { AddParameters(method, parameters); });
  each("datasets", [&](const Json& dataset) {
    const Json* own = Member(dataset, "override");
    if (own == nullptr || !own->is_object()) return;
    for (const Json& method : *own)
      if (method.is_object()) AddParameters(method, parameters);
  });
  return parameters;
}

}  // namespace

void CheckFigureParameters(const Json& config, Faults& faults) {
  const Json* figures = Member(config, "figures");
  if (figures == nullptr || !figures->is_array()) return;
  const Texts parameters = ParametersOfMethods(config);
  for (std::size_t i = 0; i < figures->size(); ++i) {
    const std::string axis = (*figures)[i].is_object() ? TextOf((*figures)[i], "x") : "";
    const bool is_parameter = axis.starts_with("map.") || axis.starts_with("learner.");
    if (!is_parameter || axis.ends_with('.')) continue;  // the schema says what is wrong with those
    if (std::ranges::count(parameters, axis) > 0) continue;
    std::string message =
        "x is " + Show((*figures)[i]["x"]) + "; expected a parameter that a method sets";
    if (!parameters.empty()) message += ": " + Join(parameters, ", ");
    const std::string near = DidYouMean(axis, parameters);
    if (!near.empty()) message += "; did you mean '" + near + "'?";
    faults.Add(Child(Child("/figures", i), "x"), message);
  }
}

}  // namespace mercer
