#ifndef MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_
#define MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/registry.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/run/plan/run_options.h"
#include "experiments/store/passport.h"
#include "experiments/store/store.h"

namespace mercer {

/// A new run id such as "20260521T101500Z-3fa94c07b1de": the time in UTC and some random digits.
/// Ids sort by age, and two runs hardly ever share one.
std::string NewRunId();

/// Commit, compiler and flags of this program, on one line.
std::string BuildText();

/// Collects the provenance of one invocation: code, compiler, machine, libraries, config and data.
/// It contains no absolute path, host name or user name.
class ContextWriter {
 public:
  ContextWriter(const Experiment& experiment, const RunOptions& options, std::string run_id);

  /// The machine's passport, measured at the first call that needs it; ReferencePassport() if the
  /// options ask for none.
  Passport Rates();

  /// The context as known now; with `ended` also the time and the load at the end. Measures the
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

/// Whether a paper's location includes that of a row: "table 1" includes "table 1a", and "figure 1"
/// includes "figure 1 (c)" but not "figure 10".
bool CoversLocation(std::string_view paper, std::string_view row);

/// The rows of the config's reported.csv that its location includes, with the header, so that a
/// results folder can be reported without the config. "" if the config names no such file. Throws
/// InvalidInput if the file cannot be read or is not CSV.
std::string ReportedRows(const Experiment& experiment);

/// The version of every entry's code: "halton@1 sobol@2".
template <class Entry>
std::string VersionsOf(const Registry<Entry>& registry) {
  std::string text;
  for (const Entry& entry : registry.entries())
    text += (text.empty() ? "" : " ") + entry.name + "@" + std::to_string(entry.version);
  return text;
}

/// The properties of this program that cooperating processes must share, as pairs of a description
/// and a value: its version, its build, the format of its records, and the versions of kernels,
/// maps and learners.
std::vector<std::pair<std::string, std::string>> CodeFacts(const std::string& program_version);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_
