#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNING_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNING_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Whether a method is run with a kernel on a data set: all three restrictions are met.
bool Applies(const DatasetSpec& dataset, const MethodSpec& method, const std::string& kernel);

/// The kernels of one data set: its own where it has any, else those of the config.
const std::vector<NamedParams>& KernelsOf(const DatasetSpec& dataset,
                                          const std::vector<NamedParams>& of_config);

/// The tuning that a method takes its values from: its own or one that is shared with it; nullptr
/// for none.
const TuningSpec* TuningOf(const std::vector<TuningSpec>& tuning, const std::string& method);

/// The first method of an id, or nullptr.
const MethodSpec* MethodOf(const std::vector<MethodSpec>& methods, const std::string& id);

/// The D of the tuned method whose tuning a trial with `count` features takes: the same D where the
/// tuned method has it, else its only D (0 without a map), else none: a fault of the config.
std::optional<Index> TunedCount(const MethodSpec& tuned, Index count);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TUNING_H_
