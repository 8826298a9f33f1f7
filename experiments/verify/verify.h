#ifndef MERCER_EXPERIMENTS_VERIFY_VERIFY_H_
#define MERCER_EXPERIMENTS_VERIFY_VERIFY_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/run/plan/run_options.h"
#include "experiments/verify/compare_records.h"
#include "experiments/verify/recorded_trials.h"

namespace mercer {

struct VerifyOptions {
  std::size_t sample = 10;
  std::uint64_t seed = 1;
  double most_seconds = 10;     // limit on the recorded phases of the trials that may be drawn
  std::string config_path;      // path of the config, to find files relative to it; "" for none
  bool allow_external = false;  // whether drawn trials may start programs
  RunOptions run{};             // worker, jobs, cores, memory; `out` and `threads` are set for each
                                // folder
};

enum class VerifyOutcome {
  kSame,     // every number to the last digit
  kRounded,  // within the tolerances for two platforms, with the same data
  kDiffers,  // or the trial failed, or left no record
  kNotRun,   // its data are missing, or it had too little time or memory
};

/// The result for a drawn trial.
struct VerifiedTrial {
  std::filesystem::path folder{};
  std::string trial{};
  VerifyOutcome outcome = VerifyOutcome::kNotRun;
  std::string what{};                      // the main metric and its value, or why it did not run
  std::vector<ColumnChange> changes{};     // if it differs
  std::vector<PlatformChange> platform{};  // likely causes, the likeliest first
  std::string recorded_commit{}, commit_now{};  // of the program; "" if not in the context
};

struct VerifyResult {
  std::vector<VerifiedTrial> trials{};
  std::size_t candidates = 0;           // trials that could have been drawn
  std::vector<std::string> left_out{};  // per folder, in words: what could not be drawn, damage
  bool damaged = false;

  /// 1 if a trial differs, if none could be compared, or if a folder is damaged; otherwise 0.
  int ExitCode() const;
};

/// Draws trials from the folders, runs each again in its own temporary folder, and compares the
/// records. `on_trial` is called with each result as soon as it is known. Throws InvalidInput for a
/// folder that holds no results, if no trial can be drawn, and if a drawn one would start a program
/// and may not.
VerifyResult Verify(const std::vector<std::filesystem::path>& folders, const Catalogue& catalogue,
                    const VerifyOptions& options,
                    const std::function<void(const VerifiedTrial&)>& on_trial);

/// The result as text: a line for the trial, and one for each number that differs and each likely
/// cause.
std::string VerifiedText(const VerifiedTrial& trial);

/// How many trials are the same, and what was left out.
std::string SummaryText(const VerifyResult& result);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_VERIFY_VERIFY_H_
