#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/faults.h"

namespace mercer {

/// Whether the methods of one data set can be tuned so. A fault for each path that is no parameter
/// of a method or of a kernel it runs with, each value out of range, each point of the grid that
/// cannot be made, and each method that cannot take the values of the tuned one. `pointer` is where
/// the tuning was written. Of `experiment`, datasets, kernels, methods and metrics are read.
void CheckTuning(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                 const std::string& pointer, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
