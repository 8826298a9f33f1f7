#ifndef MERCER_EXPERIMENTS_REPORT_RENDER_REPRODUCE_H_
#define MERCER_EXPERIMENTS_REPORT_RENDER_REPRODUCE_H_

#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The command line that runs a cell's trials again, quoted for a shell: "mercer run
/// configs/kar2012/figure2.json --only dataset=nursery,kernel=polynomial,method=rm,D=100". Where a
/// name's qualifier is nothing that --only knows, as preprocessing or a bandwidth taken from the
/// rows, the command runs the cell among others.
std::string ReproduceCommand(const Summary& summary, const CellKey& cell);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_RENDER_REPRODUCE_H_
