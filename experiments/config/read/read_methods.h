#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/check/schema_check.h"
#include "experiments/config/read/read_datasets.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// The parts of a config that its methods are checked against.
struct MethodContext {
  const Json& config;
  const ConfigSchema& schema;
  const std::vector<NamedParams>& kernels;       // those that could be read
  const std::vector<std::string>& kernel_names;  // as the config names them
  const std::vector<std::string>& metrics;
  std::filesystem::path folder;  // of the config file
};

/// The ids of the methods, in order. Adds an error for each id that two methods share.
std::vector<std::string> ReadMethodIds(const Json& config, Faults& faults);

/// The methods for one data set: its overrides are merged in, then the methods are checked.
/// `dataset` may be null: the methods are then read without overrides, for a config in which every
/// data set has errors.
std::vector<MethodSpec> ReadMethods(const MethodContext& context, const ReadDataset* dataset,
                                    Faults& faults);

/// Merges a data set's override into a method, key by key, and returns the result. `place` records
/// where each overridden value was written.
Json MergeOverride(Json method, const Json& override_object, const std::string& pointer,
                   Place& place, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_
