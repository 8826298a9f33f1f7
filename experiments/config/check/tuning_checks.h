#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/config/json/faults.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// A fault at `where` for each point of a grid, whose paths and values are right one by one, with
/// which the method's kernel, map and learner cannot be or do not fit each other.
void CheckPoints(const TuningSpec& tuning, const MethodSpec& method,
                 const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
                 const std::string& where, Faults& faults);

/// Whether a method can take every point of a grid with each of the kernels it runs with: a fault
/// for each unknown path, for each value out of range, for several kernels of a name that is tuned
/// and, where there is none of these, for each point whose kernel, map and learner cannot be or do
/// not fit each other. The tuned method itself
/// takes no value that has to be converted (`converts` false). `pointer` is where the tuning was
/// written.
void CheckGrid(const TuningSpec& tuning, const MethodSpec& method,
               const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
               bool converts, const std::string& pointer, Faults& faults);

/// Whether the methods of one data set can be tuned so. A fault for each path that is no parameter
/// of a method or of a kernel it runs with, each value out of range, each point of the grid that
/// cannot be made, and each method that cannot take the values of the tuned one. `pointer` is where
/// the tuning was written. Of `experiment`, datasets, kernels, methods and metrics are read.
void CheckTuning(const TuningSpec& tuning, const Experiment& experiment, std::size_t dataset,
                 const std::string& pointer, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_TUNING_CHECKS_H_
