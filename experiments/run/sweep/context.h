#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/run/sweep/runner.h"
#include "experiments/store/passport.h"
#include "experiments/store/store.h"

namespace mercer {

/// "20260521T101500Z-3fa94c": the time in UTC and some random digits, so that runs sort by age and
/// two never share a name.
std::string NewRunId();

/// Commit, compiler and flags of this program, in one line.
std::string BuildText();

/// Where the numbers of one invocation come from: code, compiler, machine, libraries, config and
/// data. Holds no absolute path, host or user name.
class ContextWriter {
 public:
  ContextWriter(const Experiment& experiment, const RunOptions& options, std::string run_id);

  /// The machine's passport, measured at the first call that needs it; the reference's where the
  /// options ask for none.
  Passport Rates();

  /// The context as known now; `ended` adds the time and the load at the end. Measures the
  /// passport as Rates does, which may take 3 s.
  RunContext Make(const std::map<std::string, std::string>& dataset_hashes, bool ended);

 private:
  const Experiment& experiment_;
  const RunOptions& options_;
  std::string run_id_;
  std::string started_;
  std::vector<double> load_at_start_;
  std::optional<Passport> passport_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_
