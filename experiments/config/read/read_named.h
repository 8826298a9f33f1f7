#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Checks the parameters of one registry entry (CheckParams) and adds an error at the pointer of
/// each invalid one. With `expand`, a list given for a parameter that takes no list makes one
/// variant per item: the product over the parameters in the registry's order, with the last one
/// varying fastest. Every variant has its defaults filled in. The result is empty if there was any
/// error.
std::vector<Params> ReadParams(const std::string& owner, const std::vector<ParamSpec>& specs,
                               const Json& object, const std::vector<std::string>& other_keys,
                               const std::string& relative, const Place& place, bool expand,
                               Faults& faults);

/// Reads a name, or an object with a name and parameters, and checks it against a registry. The
/// result is empty if there was any error.
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

/// The parts between the commas of an option's value, at least one. A comma inside (), [], {} or
/// double quotes belongs to its part: "a" and "b(c,d)" for "a,b(c,d)".
std::vector<std::string> SplitAtCommas(const std::string& text);

// Kernels, maps and learners as written on a command line: "gaussian,sigma=0.7", with the names and
// keys of a config, or "@file.json", a file with the object that a config would contain.

/// Parses the name and parameters without checking them. A value is parsed as JSON, otherwise taken
/// as text. It is split by SplitAtCommas:
/// maclaurin,coefficients=[1,0,0.5]. Throws InvalidInput, naming the option, for a part that is not
/// key=value, a key given twice, and a file that cannot be read or is not a JSON object with a
/// name.
NamedParams ParseNamed(const std::string& option, const std::string& text);

/// Checks the parameters of a registry entry and returns them with every default filled in. Throws
/// one InvalidInput with all errors.
NamedParams CheckNamed(const std::string& kind, const RegistryInfo& entry,
                       const NamedParams& named);

/// The same for a name that may be unknown (`entry` is nullptr). Errors begin with the option.
NamedParams CheckNamed(const std::string& option, const std::string& kind,
                       const std::vector<std::string>& names, const RegistryInfo* entry,
                       const NamedParams& named);

/// The object that a config would contain.
nlohmann::ordered_json FromNamed(const NamedParams& named);

/// ParseNamed, then CheckNamed: a registry entry with its parameters resolved. A bandwidth rule
/// stays a rule.
template <class Entry>
NamedParams ReadNamedText(const Registry<Entry>& registry, const std::string& option,
                          const std::string& text) {
  const NamedParams named = ParseNamed(option, text);
  return CheckNamed(option, registry.kind(), registry.Names(), registry.Find(named.name), named);
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_NAMED_H_
