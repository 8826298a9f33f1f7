#ifndef MERCER_TOOLS_SWEEP_PREPARED_RUN_H_
#define MERCER_TOOLS_SWEEP_PREPARED_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "tools/sweep/run_request.h"

namespace mercer {

/// A command line of `mercer run` after its configs have been read and checked.
struct PreparedRun {
  std::string command;  // as text, for resuming the run
  RunRequest request{};
  std::unique_ptr<Catalogue> catalogue{};
  std::vector<Experiment> experiments{};
  std::size_t slots = 1;  // trials at a time, over all ranks
};

/// Reads and checks the configs. Throws one InvalidInput that lists every error of every config.
PreparedRun PrepareRun(const std::vector<std::string>& arguments);

/// Runs the trials that are not done, or, for a dry run, reports what would run. Returns the exit
/// code. Throws as RunExperiment does.
int RunPrepared(PreparedRun& run);

}  // namespace mercer

#endif  // MERCER_TOOLS_SWEEP_PREPARED_RUN_H_
