#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_RIDGE_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_RIDGE_H_

#include <memory>

#include "core/learners/linear/ridge.h"

namespace mercer {

/// Exact kernel ridge regression (Yang et al. 2014, section 5): f(x) = Σ c_i k(x, x_i),
/// c = (K + λ n I)⁻¹ y; classes as in RidgeLearner. O(n²) memory and O(n² d + n³) time.
/// Throws InvalidInput where λ n is lost in the rounding of K, and before 8n² bytes are taken that
/// are not there.
class KernelRidgeLearner : public Learner {
 public:
  explicit KernelRidgeLearner(const RidgeOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  RidgeOptions options_;
};

LearnerEntry KernelRidgeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_RIDGE_H_
