#ifndef MERCER_TOOLS_SWEEP_PREPARED_RUN_H_
#define MERCER_TOOLS_SWEEP_PREPARED_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "tools/sweep/run_request.h"

namespace mercer {

/// A command line of `mercer run` with its configs read and checked.
struct PreparedRun {
  std::string command;  // as text, to go on with
  RunRequest request{};
  std::unique_ptr<Catalogue> catalogue{};
  std::vector<Experiment> experiments{};
  std::size_t slots = 1;  // trials at a time, of all ranks
};

/// Throws InvalidInput with every fault of every config at once.
PreparedRun PrepareRun(const std::vector<std::string>& arguments);

/// Runs what is not done, or says what would run; returns the exit code. Throws as RunExperiment
/// does.
int RunPrepared(PreparedRun& run);

}  // namespace mercer

#endif  // MERCER_TOOLS_SWEEP_PREPARED_RUN_H_
