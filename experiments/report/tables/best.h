#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_

#include <vector>

#include "experiments/report/tables/table.h"

namespace mercer {

struct SummaryRow;

/// Marks the best of several numbers of one metric, data set and kernel. Methods with a map
/// compete, by their means as printed, so that several may be the best. Excluded are exact kernel
/// machines, trials that are not results, trials tuned on the test part, and metrics that are not
/// compared (IsCompared). No number is the best if fewer than two compete or all of them print the
/// same. nullptr means that there is no number.
std::vector<bool> BestOf(const std::vector<const SummaryRow*>& rows);

/// A note saying among which numbers the best of a report's tables were chosen; "" if no table has
/// one.
std::string BestNote(const std::vector<Table>& tables);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_
