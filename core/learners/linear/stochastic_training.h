#ifndef MERCER_CORE_LEARNERS_LINEAR_STOCHASTIC_TRAINING_H_
#define MERCER_CORE_LEARNERS_LINEAR_STOCHASTIC_TRAINING_H_

#include <optional>
#include <string>
#include <vector>

#include "core/learners/class_labels.h"
#include "core/learners/feature_rows.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// How strongly w is regularised: either λ of (λ/2)|w|² + mean loss, or C of the same problem
/// written as 1/2 |w|² + C Σ loss, C = 1/(n λ). Exactly one of them is given.
struct Strength {
  std::optional<double> lambda{};
  std::optional<double> cost{};

  double Lambda(Index n) const { return lambda ? *lambda : 1 / (*cost * static_cast<double>(n)); }
};

/// The parameters "lambda" and "cost", both > 0.
std::vector<ParamSpec> StrengthSpecs();

/// Throws InvalidInput, naming the learner, unless exactly one of them is given.
Strength ParseStrength(const std::string& learner, const Params& params);

/// The parameters "epochs" (default 100) and "trace".
ParamSpec EpochsSpec();
ParamSpec TraceSpec();

/// 1 if row i belongs to class k, −1 otherwise.
inline double SignOf(const Vector& y, const BinaryProblems& problems, Index i, Index k) {
  return y[i] == problems.labels()[k] ? 1 : -1;
}

/// Calls visit(i, k, row, <z_i, w_k>) for the rows in order and the K rows w_k of w (K × D). One
/// pass.
template <class Visit>
void ForEachScore(RowBlocks& rows, const Matrix& w, const Visit& visit) {
  rows.InOrder([&](Index i, const RowView& row) {
    for (Index k = 0; k < w.rows(); ++k) visit(i, k, row.Dot(w.row(k).data()));
  });
}

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_STOCHASTIC_TRAINING_H_
