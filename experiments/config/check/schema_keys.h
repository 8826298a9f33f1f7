#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_

#include <filesystem>

#include "experiments/json/parse_json.h"

namespace mercer {

/// The keys of configs, from their schema. There is one entry for each object of a config, in the
/// schema's order, named by its path ("config", "paper", "datasets[].split"). It has a summary and,
/// under `parameters`, the keys of the object: name, rule, default or required, help and an
/// example. Objects that only name a registry entry, such as a kernel, have no entry. Throws
/// InvalidInput if the file cannot be read.
OrderedJson ConfigKeys(const std::filesystem::path& schema);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_
