#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_HAND_OUT_ORDER_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_HAND_OUT_ORDER_H_

#include <cstddef>
#include <vector>

#include "experiments/run/plan/run_options.h"

namespace mercer {

/// The indices of a plan's trials in the order that keeps several slots busy to the end: longest
/// first. The length of a trial is its own time plus that of the longest chain of trials that
/// depend on it (critical path; Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl.
/// Math. 17, 1969). Trials of equal length keep the plan's order, so that a trial precedes those
/// that need it. `seconds` holds the time of each trial of the plan; a negative (unknown) one
/// counts as the longest known, and trials that do not run count as 0.
std::vector<std::size_t> LongestFirst(const std::vector<PlannedTrial>& plan,
                                      const std::vector<double>& seconds);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_HAND_OUT_ORDER_H_
