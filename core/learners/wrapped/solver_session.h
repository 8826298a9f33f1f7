#ifndef MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_
#define MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/types.h"
#include "core/learners/learner.h"

namespace mercer {

/// The right to run a solver of LIBSVM or LIBLINEAR: both draw from the process-wide rand() and
/// tell their progress to a process-wide print hook, so while one session lives every other waits.
/// rand() starts from the seed: seed 1 gives what the programs svm-train and liblinear-train give.
class SolverSession {
 public:
  explicit SolverSession(std::uint64_t seed);

  /// The print hook to hand to the library; collects instead of printing.
  static void Collect(const char* text) noexcept;

  /// ParseSolverOutput of what the solver told so far.
  FitReport Report(const std::string& learner, Index silent_limit = 0) const;

  /// The sum of the numbers that stand after `key` in what the solver told; nothing where none
  /// does.
  std::optional<double> SumAfter(const std::string& key) const;

 private:
  std::lock_guard<std::mutex> lock_;
};

/// What a text of LIBSVM or LIBLINEAR tells: the sum over the binary problems of "#iter = 12" (or,
/// of the Newton solvers, the number of lines "iter 3 …"; −1 where there is neither), and each
/// distinct "WARNING: …" once, after the learner's name. A binary problem of silent_limit > 0 or
/// more iterations counts as a warning that it reached its limit. The dual objective is minus the
/// sum of LIBSVM's "obj = −3.5, rho = …", which it minimises.
FitReport ParseSolverOutput(const std::string& learner, const std::string& text,
                            Index silent_limit = 0);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_
