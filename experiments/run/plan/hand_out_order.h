#ifndef MERCER_EXPERIMENTS_RUN_PLAN_HAND_OUT_ORDER_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_HAND_OUT_ORDER_H_

#include <cstddef>
#include <vector>

#include "experiments/run/plan/run_options.h"

namespace mercer {

/// The places of a plan in the order that keeps several slots busy to the end: longest first, by
/// the seconds that a trial takes together with the longest chain of trials that need it (critical
/// path; Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17, 1969); of
/// equal ones, and so of a trial and those that need it, the plan's order. `seconds`: of each trial
/// of the plan; negative, not known, counts as the longest known; those that do not run count 0.
std::vector<std::size_t> LongestFirst(const std::vector<PlannedTrial>& plan,
                                      const std::vector<double>& seconds);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_HAND_OUT_ORDER_H_
