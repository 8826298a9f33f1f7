#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/faults.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Adds the errors of a method whose names and parameters are valid: a kernel machine with a map, a
/// linear learner without one (unless the kernel is linear, for which the rows are their own
/// features), D without a map, a map without D, or nothing that the metrics could measure.
void CheckMethodShape(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                      const std::vector<std::string>& metrics, const Place& place, Faults& faults);

/// Constructs the kernel, map and learner of every grid point once, with 1 in place of a bandwidth
/// rule. Adds an error for each that cannot be constructed and for each map that does not fit the
/// kernel.
void CheckMethodFits(const MethodSpec& method, const std::vector<NamedParams>& kernels,
                     const std::vector<std::string>& metrics, const Place& place, Faults& faults);

/// Whether the kernel can be constructed. Adds an error at /kernels if each of its parameters is in
/// range but their combination is not possible.
bool CanMakeKernel(const NamedParams& kernel, const std::string& where, Faults& faults);

/// If share_map is true: adds an error for each map that lacks the trait has_prefix with its
/// parameters, and for each method whose training time is the budget of another.
void CheckSharing(const Experiment& experiment, Faults& faults);

/// Adds an error for each method whose budget is the training time of another method, if that
/// method is unknown, comes later in the list, has a budget itself, trains nothing, has none of the
/// phases of the training time, or does not run with all kernels and D of the limited method. Of
/// `experiment`, only datasets, kernels, methods and train_time_phases are read.
void CheckBudgets(const Json& config, const Experiment& experiment,
                  const std::vector<std::string>& method_ids, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_METHOD_CHECKS_H_
