#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_

#include <filesystem>

#include "experiments/json/parse_json.h"

namespace mercer {

/// The keys of configs, from their schema: an entry for each object of a config, in the schema's
/// order, named by its path ("config", "paper", "datasets[].split"), with a summary and, under
/// `parameters`, its keys: name, rule, default or required, help and an example. Objects that only
/// name an entry of a registry, such as a kernel, have none. Throws InvalidInput where the file
/// cannot be read.
OrderedJson ConfigKeys(const std::filesystem::path& schema);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_SCHEMA_KEYS_H_
