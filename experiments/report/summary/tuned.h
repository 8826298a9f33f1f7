#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_

#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// What tuning chose, by data set, kernel and method, counted over the finished trials that took
/// it. The paths of the values lose the part that says whose they are: "cost 10" of
/// "learner.cost=10".
std::vector<TunedChoices> TunedChoicesOf(const std::vector<CellTrials>& cells,
                                         const Provenance& provenance);

/// Whether a value that tuning chose for a trial is the least or the largest number of a grid of
/// two numbers or more in the config: a wider grid may give another one. False where the config has
/// no such grid.
bool IsAtGridEnd(const ResultRecord& record, const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_
