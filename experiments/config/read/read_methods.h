#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/check/schema_check.h"
#include "experiments/config/read/read_datasets.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// What the methods of a config are read against.
struct MethodContext {
  const Json& config;
  const ConfigSchema& schema;
  const std::vector<NamedParams>& kernels;       // those that could be read
  const std::vector<std::string>& kernel_names;  // as the config names them
  const std::vector<std::string>& metrics;
  std::filesystem::path folder;  // of the config
};

/// The ids of the methods, in order. A fault for each id that two methods have.
std::vector<std::string> ReadMethodIds(const Json& config, Faults& faults);

/// The methods as they hold for one data set: its overrides merged in, then checked. `dataset` may
/// be null: the methods as they stand, for a config whose data sets are all at fault.
std::vector<MethodSpec> ReadMethods(const MethodContext& context, const ReadDataset* dataset,
                                    Faults& faults);

/// A method with a data set's override merged in, key by key; `place` learns where each overridden
/// value was written.
Json MergeOverride(Json method, const Json& override_object, const std::string& pointer,
                   Place& place, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_METHODS_H_
