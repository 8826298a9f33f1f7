#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_REPORTED_ROWS_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_REPORTED_ROWS_H_

#include <string>
#include <string_view>

#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Whether a paper's location covers a row's: "table 1" covers "table 1a", "figure 1" covers
/// "figure 1 (c)" but not "figure 10".
bool CoversLocation(std::string_view paper, std::string_view row);

/// The rows of the config's reported.csv that its location covers, with the header, so that a
/// results folder can be reported without the config beside it. "" where the config names none.
/// Throws InvalidInput where the file that it names cannot be read or is no CSV.
std::string ReportedRows(const Experiment& experiment);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_REPORTED_ROWS_H_
