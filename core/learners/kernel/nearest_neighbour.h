#ifndef MERCER_CORE_LEARNERS_KERNEL_NEAREST_NEIGHBOUR_H_
#define MERCER_CORE_LEARNERS_KERNEL_NEAREST_NEIGHBOUR_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

/// 1-NN: the label of a row is that of the training row nearest to it by |x − z|, the line beside
/// the kernel machines in Cotter et al. 2011, Figure 2. Of equally near rows the first one's;
/// distances that differ by no more than the rounding of a matrix product are measured again from
/// the differences of the values.
/// Fit copies the rows, O(n d). Predict of m rows costs O(m n d), by blocks of test rows against
/// blocks of training rows (inner_products.h), in memory that does not grow with m or n.
class NearestNeighbourLearner : public Learner {
 public:
  /// Classes: labels are whole numbers, at least two distinct. Values: any finite ones.
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
