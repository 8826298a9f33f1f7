#ifndef MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_
#define MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct RidgeOptions {
  double lambda = 1e-3;  // > 0
  Target target = Target::kValues;
};

/// Ridge regression on features (Yang et al. 2014, section 5): w = (ZᴴZ + λ n I)⁻¹ Zᴴ y, the
/// minimum of |Zw − y|² + λ n |w|². Complex features have complex weights, and the prediction is
/// the real part of <z, w>. Classes: one regression on ±1 for each (one alone of two), the largest
/// score wins. ZᴴZ is summed by blocks of rows: O(D²) memory, O(n D² + D³) time; the same bits for
/// any number of threads. Throws InvalidInput where λ n is lost in the rounding of ZᴴZ.
class RidgeLearner : public Learner {
 public:
  explicit RidgeLearner(const RidgeOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  RidgeOptions options_;
};

LearnerEntry RidgeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_RIDGE_H_
