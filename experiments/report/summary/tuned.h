#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_

#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The values that tuning chose, by data set, kernel and method, counted over the finished trials
/// that used them. The paths lose their first part: "cost 10" for "learner.cost=10".
std::vector<TunedChoices> TunedChoicesOf(const std::vector<CellTrials>& cells,
                                         const Provenance& provenance);

/// Whether a value chosen by tuning for a trial is the smallest or largest number of a grid in the
/// config with at least two numbers: a wider grid might give another value. False if the config has
/// no such grid.
bool IsAtGridEnd(const ResultRecord& record, const Provenance& provenance);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_TUNED_H_
