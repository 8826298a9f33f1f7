#ifndef MERCER_CORE_LEARNERS_SOLVER_SESSION_H_
#define MERCER_CORE_LEARNERS_SOLVER_SESSION_H_

#include <cstdint>
#include <mutex>
#include <string>

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

  /// Iterations and warnings that the solver told so far, with `learner` named in the warnings.
  FitReport Report(const std::string& learner) const;

 private:
  std::lock_guard<std::mutex> lock_;
};

/// What a text of LIBSVM or LIBLINEAR tells: the sum over the binary problems of "#iter = 12" (or,
/// of the Newton solvers, the number of lines "iter 3 …"; −1 where there is neither), and each
/// distinct "WARNING: …" once.
FitReport ParseSolverOutput(const std::string& learner, const std::string& text);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_SOLVER_SESSION_H_
