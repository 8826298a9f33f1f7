#ifndef MERCER_TOOLS_PAPER_FILES_H_
#define MERCER_TOOLS_PAPER_FILES_H_

#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"

namespace mercer {

/// Reads the files that a config names, the paper's numbers and claims, so that an error in them is
/// reported before anything runs and not when the table is made. Returns the errors of both.
std::vector<std::string> PaperFileFaults(const Experiment& experiment);

}  // namespace mercer

#endif  // MERCER_TOOLS_PAPER_FILES_H_
