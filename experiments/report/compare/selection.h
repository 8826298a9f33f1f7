#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/cells/cells.h"

namespace mercer {

/// The cells, with those of their trials, that every key of `only` admits. Keys: dataset, kernel
/// and method (as reports name them, or without what is added to tell cells apart), map, D
/// ("none": a cell without one), repetition. A key given several times admits any of its values.
/// Throws InvalidInput for an unknown key, a value that nothing has, or values that nothing has
/// together.
std::vector<CellTrials> SelectCells(std::vector<CellTrials> cells,
                                    const std::vector<std::pair<std::string, std::string>>& only);

/// The metrics that can be compared: those of reports but the speed-ups, which are ratios of means
/// that no repetition has.
std::vector<std::string> CompareMetrics();

/// The metric asked for, or where that is "" the one that the cells are about. Throws InvalidInput
/// for one that is none of CompareMetrics(), and where the cells are about several or none.
std::string SelectMetric(const std::string& asked, const std::vector<CellTrials>& cells);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_
