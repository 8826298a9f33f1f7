#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/faults.h"

namespace mercer {

/// Checks whether the methods of one data set can be tuned as specified. Adds an error for each
/// path that is not a parameter of a method or of one of its kernels, each value out of range, each
/// grid point that cannot be constructed, and each method that cannot take the values of the tuned
/// method. `pointer` is the JSON pointer of the tuning in the config. Of `experiment`, only
/// datasets, kernels, methods and metrics are read.
void CheckTuning(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                 const std::string& pointer, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
