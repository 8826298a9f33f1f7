#ifndef MERCER_TOOLS_PAPER_FILES_H_
#define MERCER_TOOLS_PAPER_FILES_H_

#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Reads the files that a config names beside itself, the paper's numbers and claims: a fault is
/// told before anything runs, not when the table is made. Throws InvalidInput.
void CheckPaperFiles(const Experiment& experiment);

}  // namespace mercer

#endif  // MERCER_TOOLS_PAPER_FILES_H_
