#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_

#include <vector>

#include "experiments/report/tables/table.h"

namespace mercer {

struct SummaryRow;

/// Which of the numbers is the best, by item: of one metric, data set and kernel. Those of methods
/// with a map compete, by their means as they are printed, so that several may be the best; an
/// exact machine does not, nor a trial that is no result, nor one tuned on the test part, nor a
/// metric that is not compared (IsCompared). None is the best where fewer than two compete or all
/// print the same. nullptr stands for no number.
std::vector<bool> BestOf(const std::vector<const SummaryRow*>& rows);

/// What the best of a report's tables are best of; "" where no table has one.
std::string BestNote(const std::vector<Table>& tables);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_BEST_H_
