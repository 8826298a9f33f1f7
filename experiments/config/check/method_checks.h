#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/faults.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// What is wrong with a method whose names and parameters are right: a kernel machine with a map, a
/// linear learner without one (only the linear kernel is the rows as they are), D without a map or
/// a map without D, nothing that the metrics could measure.
void CheckMethodShape(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                      const std::vector<std::string>& metrics, const Place& place, Faults& faults);

/// Makes the kernel, map and learner of every grid point once, with 1 in place of a bandwidth rule:
/// a fault for each that cannot be made and for each map that does not fit the kernel.
void CheckMethodFits(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                     const std::vector<std::string>& metrics, const Place& place, Faults& faults);

/// The kernels that can be made; a fault at /kernels for parameters that each are in range but
/// cannot be together.
bool CanMakeKernel(const NamedParams& kernel, const std::string& where, Faults& faults);

/// Where share_map is true: every map must have the trait has_prefix with its parameters, and no
/// method may be timed for another's budget.
void CheckSharing(const Experiment& experiment, Faults& faults);

/// A fault for each method whose budget is the training time of a method that is unknown, stands
/// later, has a budget itself, learns nothing, or does not run wherever the limited one does: its
/// kernels, its D. Of `experiment`, datasets, kernels and methods are read.
void CheckBudgets(const Json& config, const Experiment& experiment,
                  const std::vector<std::string>& method_ids, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_
