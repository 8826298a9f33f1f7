#ifndef MERCER_EXPERIMENTS_REPORT_CLAIMS_MISSING_CELLS_H_
#define MERCER_EXPERIMENTS_REPORT_CLAIMS_MISSING_CELLS_H_

#include <set>
#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The cells without a finished trial, of methods that have the metric in another cell. A data set
/// of the config that no trial is of yet is taken to have the cells of the others, and while trials
/// are missing each data set to have all kernels and methods, at the D that it has. O(cells²).
std::set<CellKey> CellsWithoutData(const Summary& summary, const std::string& metric);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_CLAIMS_MISSING_CELLS_H_
