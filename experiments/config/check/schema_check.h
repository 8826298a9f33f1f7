#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/json/json_values.h"

namespace mercer {

/// The JSON Schema of configs. It supports the keywords that ExplainSchemaFaults knows, and
/// properties, items and $ref. An error names the part, its value and what was expected, with a
/// did-you-mean for keys and enumerated values.
class ConfigSchema {
 public:
  /// Throws InvalidInput if the file cannot be read or is not a schema.
  explicit ConfigSchema(const std::filesystem::path& path);

  /// Adds every error of a whole config.
  void Check(const Json& config, Faults& faults) const;

  /// Adds every error of a part that must follow the named definition ("method").
  void CheckPart(const Json& part, const std::string& definition, const Place& place,
                 Faults& faults) const;

  /// The keys that objects of a definition may have.
  std::vector<std::string> KeysOf(const std::string& definition) const;

 private:
  const Json& Resolve(const Json& node) const;
  /// False if the value, or anything inside it, violates the node.
  bool Explain(const Json& value, const Json& unresolved, const std::string& relative,
               const Place& place, Faults& faults) const;

  Json schema_;
};

/// A description of the values that a schema node allows: its own `expected`, otherwise a text made
/// from its type and bounds. The node's references must be resolved.
std::string ExpectedBy(const Json& node);

/// Adds an error for each violation of a schema node by `value` itself, not by its contents: type,
/// enum, bounds, pattern, sizes, required and unknown keys. The node's references must be resolved.
/// `relative` is the JSON pointer of the value within `place`. Returns the number of errors found.
int ExplainSchemaFaults(const Json& node, const Json& value, const std::string& relative,
                        const Place& place, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_
