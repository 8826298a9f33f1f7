#ifndef MERCER_CORE_DISTRIBUTED_DISTRIBUTED_RIDGE_H_
#define MERCER_CORE_DISTRIBUTED_DISTRIBUTED_RIDGE_H_

#include "core/distributed/distributed_learner.h"
#include "core/learners/linear/ridge.h"

namespace mercer {

/// Ridge regression as RidgeLearner does it (core/learners/linear/ridge.h), w = (ZᴴZ + λ n I)⁻¹ ZᴴY
/// with n the rows of all ranks, complex features too. Each rank sums ZᴴZ and ZᴴY over its own rows
/// in one pass; one reduction adds those of all, D(D + 1)/2 + DK numbers, and every rank solves.
/// The sums are the same for any number of ranks up to rounding, about 1e-15 of their norm. The
/// objective is |Zw − Y|² + λ n |w|². O(D²) memory and O(n_r D² + D³) time on a rank of n_r rows.
class DistributedRidge : public DistributedLearner {
 public:
  explicit DistributedRidge(const RidgeOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  RidgeOptions options_;
};

DistributedLearnerEntry DistributedRidgeEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DISTRIBUTED_RIDGE_H_
