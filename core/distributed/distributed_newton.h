#ifndef MERCER_CORE_DISTRIBUTED_DISTRIBUTED_NEWTON_H_
#define MERCER_CORE_DISTRIBUTED_DISTRIBUTED_NEWTON_H_

#include "core/distributed/distributed_learner.h"
#include "core/learners/loss.h"

namespace mercer {

struct DistributedNewtonOptions {
  Loss loss = Loss::kSquaredHinge;  // or kLogistic
  double cost = 1;                  // C > 0
  double eps = 0.01;                // > 0, the tolerance of liblinear-train
  double bias = -1;                 // ≥ 0: value of a last, regularised feature
  Index max_iterations = 1000;
};

/// min over w of 1/2 |w|² + C Σ loss(y_i <w, z_i>), the problems of LIBLINEAR's solvers 2
/// (l2r_l2loss_svc) and 0 (l2r_lr), by the trust region Newton method (trust_region.h) whose
/// function values, gradients and products with the Hessian are sums over ranks (Zhuang, Chin, Juan
/// & Lin 2015). Stops as LIBLINEAR does: |∇f(w)| ≤ eps · max(1, min(positive, negative rows))/n ·
/// |∇f(0)|. Each sum is a pass over all rows that computes their features again, and the scores of
/// w too, so that a rank's memory, O(D K), does not grow with its rows; one pass serves the K
/// binary problems of classes one against the rest, each at its own place. A rank sends at most 2 D
/// + 1 numbers for each problem in a pass (D where it is a product), ⌈log2 ranks⌉ times.
/// Results for different numbers of ranks differ by rounding, which the conjugate gradients
/// enlarge, as other orders of the rows do: up to 3e-5 of the weights and 3e-8 of the objective at
/// eps = 0.01, far less at smaller eps (docs/scale.md).
class DistributedNewton : public DistributedLearner {
 public:
  explicit DistributedNewton(const DistributedNewtonOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  DistributedNewtonOptions options_;
};

DistributedLearnerEntry DistributedNewtonEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DISTRIBUTED_NEWTON_H_
