#ifndef MERCER_EXPERIMENTS_CONFIG_JSON_NAMED_TEXT_H_
#define MERCER_EXPERIMENTS_CONFIG_JSON_NAMED_TEXT_H_

#include <string>

#include "core/base/registry.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

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

#endif  // MERCER_EXPERIMENTS_CONFIG_JSON_NAMED_TEXT_H_
