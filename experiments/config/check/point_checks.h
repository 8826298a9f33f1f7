#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_POINT_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_POINT_CHECKS_H_

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

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_POINT_CHECKS_H_
