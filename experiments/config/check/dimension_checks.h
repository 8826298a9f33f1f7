#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/json/faults.h"

namespace mercer {

/// "with learner.cost=1 and 2 other points": describes the grid points that share an error.
/// `points` holds their texts and is not empty.
std::string SomePoints(const std::vector<std::string>& points);

/// Adds an error for each map that has no features for the dimension of a data set's preprocessed
/// rows, or whose features need more than 16 TiB for one row. A bandwidth rule counts as 1. An
/// error that several points of a tuned method's grid share is reported once. Whether the features
/// fit in the memory of this machine is decided during the run, which knows how sparse the rows
/// are.
void CheckDimensions(const std::vector<Trial>& trials, const Catalogue& catalogue, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_DIMENSION_CHECKS_H_
