#ifndef MERCER_CORE_LEARNERS_KERNEL_NEAREST_NEIGHBOUR_H_
#define MERCER_CORE_LEARNERS_KERNEL_NEAREST_NEIGHBOUR_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

/// 1-NN: the label of a row is that of the training row nearest to it in |x − z|, the first one if
/// there is a tie. This is the baseline for the kernel machines in Cotter et al. 2011, Figure 2.
/// Distances that differ by no more than their rounding errors (SquaredDistanceError) are
/// recomputed from the differences of the values. Fit copies the rows, O(n d). Predict on m rows
/// costs O(m n d); it works on blocks of test rows against blocks of training rows
/// (inner_products.h), in memory that does not grow with m or n.
class NearestNeighbourLearner : public Learner {
 public:
  /// For kClasses, labels are whole numbers, at least two of them distinct; for kValues, any finite
  /// numbers.
  explicit NearestNeighbourLearner(Target target) : target_(target) {}

  Target target() const override { return target_; }

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  Target target_;
};

LearnerEntry NearestNeighbourEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_NEAREST_NEIGHBOUR_H_
