#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_GRID_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_GRID_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/config/json/faults.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Whether a method can take every point of a grid with each of the kernels it runs with: a fault
/// for each unknown path, for each value out of range, for several kernels of a name that is tuned
/// and, where there is none of these, for each point whose kernel, map and learner cannot be or do
/// not fit each other. The tuned method itself
/// takes no value that has to be converted (`converts` false). `pointer` is where the tuning was
/// written.
void CheckGrid(const TuningSpec& tuning, const MethodSpec& method,
               const std::vector<NamedParams>& kernels, const std::vector<std::string>& metrics,
               bool converts, const std::string& pointer, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_GRID_CHECKS_H_
