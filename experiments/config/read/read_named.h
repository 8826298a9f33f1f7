#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

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

// Kernels, maps and learners as a command line writes them: "gaussian,sigma=0.7", with the names
// and keys of a config, or "@file.json" with the config's object.

/// The name and parameters as written, unchecked. A value is read as JSON, else as text; commas
/// inside brackets, braces and double quotes belong to the value:
/// maclaurin,coefficients=[1,0,0.5]. Throws InvalidInput, naming the option, for a part that is no
/// key=value, a key written twice, a file that cannot be read or is no JSON object with a name.
NamedParams ParseNamed(const std::string& option, const std::string& text);

/// Every fault of the name and parameters in one InvalidInput; else with every default filled in.
NamedParams CheckNamed(const std::string& option, const std::string& kind,
                       const std::vector<std::string>& names, const RegistryInfo* entry,
                       const NamedParams& named);

/// Both: a registered thing with its parameters resolved. A bandwidth rule stays a rule.
template <class Entry>
NamedParams ReadNamedText(const Registry<Entry>& registry, const std::string& option,
                          const std::string& text) {
  const NamedParams named = ParseNamed(option, text);
  return CheckNamed(option, registry.kind(), registry.Names(), registry.Find(named.name), named);
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
