#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/json/faults.h"

namespace mercer {

/// "with learner.cost=1 and 2 other points": those of a grid that share a fault, by their texts.
std::string SomePoints(const std::vector<std::string>& points);

/// A fault for each map that has no features for the dimension that the rows of a data set have
/// after preprocessing, or more than 16 TiB of one row. Bandwidth rules count as 1. A fault of several points of a
/// tuned method's grid is told once. Whether they
/// fit in this machine's memory is for the run to say, which knows how sparse the rows are.
void CheckDimensions(const std::vector<Trial>& trials, const Catalogue& catalogue, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_
