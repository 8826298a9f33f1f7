#ifndef MERCER_EXPERIMENTS_CONFIG_JSON_SCHEMA_SENTENCES_H_
#define MERCER_EXPERIMENTS_CONFIG_JSON_SCHEMA_SENTENCES_H_

#include <string>

#include "experiments/config/json/json_text.h"

namespace mercer {

/// Adds a sentence for everything that `value` itself, not what is inside it, breaks of a schema
/// node (its references resolved): type, enum, bounds, pattern, sizes, required and unknown keys.
/// `relative` is its pointer within `place`. Returns how many it found.
int ExplainSchemaFaults(const Json& node, const Json& value, const std::string& relative,
                        const Place& place, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_JSON_SCHEMA_SENTENCES_H_
