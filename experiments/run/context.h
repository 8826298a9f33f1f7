#ifndef MERCER_EXPERIMENTS_RUN_CONTEXT_H_
#define MERCER_EXPERIMENTS_RUN_CONTEXT_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/config/experiment.h"
#include "experiments/run/runner.h"
#include "experiments/store/store.h"

namespace mercer {

/// "20260521T101500Z-3fa94c": the time in UTC and some random digits, so that runs sort by age and
/// two never share a name.
std::string NewRunId();

/// Where the numbers of one invocation come from: code, compiler, machine, libraries, config and
/// data. Holds no absolute path, host or user name.
class ContextWriter {
 public:
  ContextWriter(const Experiment& experiment, const RunOptions& options, std::string run_id);

  /// The context as known now; `ended` adds the time and the load at the end.
  RunContext Make(const std::map<std::string, std::string>& dataset_hashes, bool ended) const;

 private:
  const Experiment& experiment_;
  const RunOptions& options_;
  std::string run_id_;
  std::string started_;
  std::vector<double> load_at_start_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_CONTEXT_H_
