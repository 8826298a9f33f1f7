#ifndef MERCER_EXPERIMENTS_CONFIG_CHECK_SHARE_CHECKS_H_
#define MERCER_EXPERIMENTS_CONFIG_CHECK_SHARE_CHECKS_H_

#include "experiments/config/json/faults.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Where share_map is true: every map must have the trait has_prefix with its parameters, and no
/// method may be timed for another's budget.
void CheckSharing(const Experiment& experiment, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_CHECK_SHARE_CHECKS_H_
