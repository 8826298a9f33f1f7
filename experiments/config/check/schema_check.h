#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/json/json_values.h"

namespace mercer {

/// The JSON Schema of configs: of its keywords those that ExplainSchemaFaults knows, properties,
/// items and $ref. A fault says what, its value, what was expected, with a did-you-mean for keys
/// and listed values.
class ConfigSchema {
 public:
  /// Throws InvalidInput where the file cannot be read or is no schema.
  explicit ConfigSchema(const std::filesystem::path& path);

  /// Every fault of a whole config.
  void Check(const Json& config, Faults& faults) const;

  /// Every fault of a part that follows the named definition ("method").
  void CheckPart(const Json& part, const std::string& definition, const Place& place,
                 Faults& faults) const;

  /// The keys that the objects of a definition may have.
  std::vector<std::string> KeysOf(const std::string& definition) const;

 private:
  const Json& Resolve(const Json& node) const;
  /// False where the value or anything below it breaks the node.
  bool Explain(const Json& value, const Json& unresolved, const std::string& relative,
               const Place& place, Faults& faults) const;

  Json schema_;
};

/// What a value must be by a schema node, its references resolved: the node's own `expected`, else
/// made of its type and bounds.
std::string ExpectedBy(const Json& node);

/// Adds a sentence for everything that `value` itself, not what is inside it, breaks of a schema
/// node (its references resolved): type, enum, bounds, pattern, sizes, required and unknown keys.
/// `relative` is its pointer within `place`. Returns how many it found.
int ExplainSchemaFaults(const Json& node, const Json& value, const std::string& relative,
                        const Place& place, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_CHECK_H_
