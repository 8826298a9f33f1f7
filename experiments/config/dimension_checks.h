#ifndef MERCER_EXPERIMENTS_CONFIG_DIMENSION_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_DIMENSION_CHECKS_H_

#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/faults.h"
#include "experiments/config/trial.h"

namespace mercer {

/// A fault for each map that has no features, or more of them than this machine's memory holds of
/// one row, for the dimension that the rows of a data set have after preprocessing. Bandwidth rules
/// count as 1. Whether all rows together fit is for the run to say, which knows how sparse they
/// are.
void CheckDimensions(const std::vector<Trial>& trials, const Catalogue& catalogue, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_DIMENSION_CHECKS_H_
