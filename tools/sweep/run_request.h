#ifndef MERCER_TOOLS_SWEEP_RUN_REQUEST_H_
#define MERCER_TOOLS_SWEEP_RUN_REQUEST_H_

#include <string>
#include <vector>

#include "experiments/run/sweep/runner.h"

namespace mercer {

/// The options of the command line, before any file is read.
struct RunRequest {
  std::vector<std::string> configs;
  std::string out;  // "" for the default of each experiment
  std::string data;
  std::string json_log;  // "" for none
  bool dry_run = false;
  bool allow_external = false;  // allow programs that the configs name
  RunOptions options;
};

/// Parses the arguments of `mercer run`. Throws InvalidInput, "run: …", for arguments that it does
/// not accept.
RunRequest ReadRunRequest(const std::vector<std::string>& arguments);

}  // namespace mercer

#endif  // MERCER_TOOLS_SWEEP_RUN_REQUEST_H_
