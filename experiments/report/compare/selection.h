#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/cells/cells.h"

namespace mercer {

/// The cells and their trials that satisfy every key of `only`. Keys: dataset, kernel and method
/// (as named in reports, or without the qualifier that distinguishes cells), map, D ("none": a cell
/// without D), repetition. If a key is given several times, any of its values matches. Throws
/// InvalidInput for an unknown key, for a value that nothing has, and if nothing has all of the
/// values together.
std::vector<CellTrials> SelectCells(std::vector<CellTrials> cells,
                                    const std::vector<std::pair<std::string, std::string>>& only);

/// The metrics that can be compared: those of reports except the speed-ups, which are ratios of
/// means and do not exist for a single repetition.
std::vector<std::string> CompareMetrics();

/// The requested metric, or if that is "" the main metric of the cells. Throws InvalidInput for a
/// metric that is not in CompareMetrics(), and if the cells have several main metrics or none.
std::string SelectMetric(const std::string& asked, const std::vector<CellTrials>& cells);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_SELECTION_H_
