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

/// "20260521T101500Z-3fa94c07b1de": the time in UTC and some random digits, so that runs sort by age
/// and two hardly ever share a name.
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

/// Whether a paper's location covers a row's: "table 1" covers "table 1a", "figure 1" covers
/// "figure 1 (c)" but not "figure 10".
bool CoversLocation(std::string_view paper, std::string_view row);

/// The rows of the config's reported.csv that its location covers, with the header, so that a
/// results folder can be reported without the config beside it. "" where the config names none.
/// Throws InvalidInput where the file that it names cannot be read or is no CSV.
std::string ReportedRows(const Experiment& experiment);

/// "halton@1 sobol@2": the code of every entry, by its version.
template <class Entry>
std::string VersionsOf(const Registry<Entry>& registry) {
  std::string text;
  for (const Entry& entry : registry.entries())
    text += (text.empty() ? "" : " ") + entry.name + "@" + std::to_string(entry.version);
  return text;
}

/// What of this program processes that work together must share: its version, its build, the form
/// of its records, the versions of kernels, maps and learners; each with what it is.
std::vector<std::pair<std::string, std::string>> CodeFacts(const std::string& program_version);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_SWEEP_CONTEXT_H_
