#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_FIGURE_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_FIGURE_CHECKS_H_

#include "experiments/json/faults.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Adds an error for each figure whose horizontal axis is a parameter, "map.iterations", that no
/// method of the config sets, itself or for one data set.
void CheckFigureParameters(const Json& config, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_FIGURE_CHECKS_H_
