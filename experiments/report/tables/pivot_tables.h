#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_PIVOT_TABLES_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_PIVOT_TABLES_H_

#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// What can stand in rows or columns: "datasets", "methods", "metrics", "D".
const std::vector<std::string>& TableAxes();

/// Two different items of TableAxes().
struct PivotAxes {
  std::string rows, columns;
};

/// Those that a view asks for. Where it names one of them, the other is methods, or else data sets,
/// or D of a sweep. Throws InvalidInput for an unknown axis, or the same twice.
PivotAxes AxesOf(const ReportView& view, bool is_sweep);

/// Tables with these rows and columns, one for each kernel and each data set, method and metric
/// that is on neither. D stands behind its method where it is on neither; the paper's numbers and
/// those of theory stand beside ours.
std::vector<Table> PivotTables(const Summary& summary, const PivotAxes& axes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_PIVOT_TABLES_H_
