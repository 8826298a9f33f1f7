#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.h"
#include "experiments/config/json/json_text.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// CheckParams of one registered thing: adds a fault at the pointer of each parameter. With
/// `expand`, a list in place of a parameter that is no list makes one variant per item: the product
/// over the parameters in the registry's order, the last the fastest. Every variant has its
/// defaults filled in. Empty where any fault was found.
std::vector<Params> ReadParams(const std::string& owner, const std::vector<ParamSpec>& specs,
                               const Json& object, const std::vector<std::string>& other_keys,
                               const std::string& relative, const Place& place, bool expand,
                               Faults& faults);

/// A name, or an object with a name and parameters, checked against the names and parameters of a
/// registry. Empty where any fault was found.
template <class Entry>
std::vector<NamedParams> ReadNamed(const Registry<Entry>& registry, const Json& node,
                                   const std::string& relative, const Place& place, bool expand,
                                   Faults& faults) {
  const bool is_text = node.is_string();
  const std::string name = is_text ? node.get<std::string>() : TextOf(node, "name");
  if (name.empty()) return {};  // the schema check has said so
  const Entry* entry = registry.Find(name);
  if (entry == nullptr) {
    faults.Add(place.Of(is_text ? relative : Child(relative, "name")),
               UnknownName(registry.kind(), name, registry.Names()));
    return {};
  }
  std::vector<NamedParams> variants;
  for (Params& params :
       ReadParams(registry.kind() + " '" + name + "'", entry->params,
                  is_text ? Json::object() : node, {"name"}, relative, place, expand, faults)) {
    variants.push_back({name, std::move(params)});
  }
  return variants;
}

/// The resolved parameters with 1 in place of each bandwidth rule ("mean_distance"), also in nested
/// kernels: only the rows of a trial can turn it into a number.
Params WithRulesAsOne(const std::vector<ParamSpec>& specs, Params params);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
