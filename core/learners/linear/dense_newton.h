#ifndef MERCER_CORE_LEARNERS_LINEAR_DENSE_NEWTON_H_
#define MERCER_CORE_LEARNERS_LINEAR_DENSE_NEWTON_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct DenseNewtonOptions {
  double cost = 1;        // C > 0
  double gap = 1e-6;      // in (0, 1]: the relative duality gap to reach
  double bias = -1;       // ≥ 0: value of a last, regularised feature
  Index max_steps = 100;  // ≥ 1, for each class, those of all costs together
  bool mean = false;      // objectives are reported divided by C n
};

/// Linear SVM on dense features with the squared hinge loss,
///
///   min_w P(w) = 1/2 |w|² + C Σ max(0, 1 − y <w, z>)²,
///
/// the problem of LIBLINEAR's solvers 1 and 2, by Newton's method with the full Hessian I + 2C
/// Z_AᵀZ_A of the set A of rows inside the margin, factored by Cholesky, and an exact line search
/// along each step (Keerthi and DeCoste 2005, without their conjugate gradients). If A has fewer
/// rows than features, the same step comes from the smaller system, w + step = Z_Aᵀ (I/(2C) + Z_A
/// Z_Aᵀ)⁻¹ y_A.
///
/// Few steps suffice unless the rows are nearly separable and C is large: then A changes with each
/// step, hundreds of times. So if 20 steps from w = 0 do not reach the gap, the problems of C/10^k,
/// …, C/10 are solved first, each from the solution before it and to a gap of 0.1; they begin where
/// 2C |z|² ≤ 10^k for a mean row. If max_steps cuts this path off, the better of w and the solution
/// of the first 20 steps is kept. It stops with a warning where rounding errors keep the objective
/// from falling.
///
/// P is strongly convex: with α_i = 2C max(0, 1 − y_i <w, z_i>) the dual objective is P(w) − 1/2
/// |∇P(w)|², which is recorded and gives the stopping rule: 1/2 |∇P|² ≤ gap · P.
///
/// Rows are n × D features, or the rows themselves. More than two classes are learned one against
/// the rest. A step costs O(n_A D m + m³/3) with n_A rows inside the margin and m = min(n_A, D).
/// Memory: 8 n D bytes if the features are not in memory already, and at most 24 D² for the system.
/// Throws InvalidInput as Learner::Fit does.
class DenseNewtonLearner : public Learner {
 public:
  explicit DenseNewtonLearner(const DenseNewtonOptions& options) : options_(options) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;
  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  DenseNewtonOptions options_;
};

LearnerEntry DenseNewtonEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_DENSE_NEWTON_H_
