#ifndef MERCER_CORE_DISTRIBUTED_DISTRIBUTED_COCOA_H_
#define MERCER_CORE_DISTRIBUTED_DISTRIBUTED_COCOA_H_

#include "core/distributed/distributed_learner.h"

namespace mercer {

struct DistributedCocoaOptions {
  double cost = 1;         // C > 0
  double gap = 1e-4;       // > 0: stops where the duality gap is at most this part of the objective
  double bias = -1;        // ≥ 0: value of a last, regularised feature
  Index local_passes = 5;  // ≥ 1, over each block of rows while its features are at hand
  Index max_rounds = 1000;  // ≥ 1
};

/// min over w of 1/2 |w|² + C Σ max(0, 1 − y_i <w, z_i>) by CoCoA+ (Ma, Smith, Jaggi, Jordan,
/// Richtárik & Takáč 2015; steps added, σ' = the number of ranks that have
/// rows): in a round each rank ascends the
/// dual of its own rows by coordinates (dual_descent.h), block after block as their features are
/// computed, its steps seen σ' times as long as they are, and the steps of all ranks are added. The
/// gap to the dual is measured in the same pass, at the w that the round began with, which is what
/// is returned once the gap is small: its objective is then within `gap` of the least, relative.
///
/// The way there depends on the number of ranks: more ranks take shorter steps and more rounds, and
/// the results agree to the gap only. A rank holds one α for each of its rows and binary problems
/// besides O(D K), and sends (D + 2) K numbers in a round, ⌈log2 ranks⌉ times.
class DistributedCocoa : public DistributedLearner {
 public:
  explicit DistributedCocoa(const DistributedCocoaOptions& options) : options_(options) {}

  DistributedFit Fit(const DistributedTraining& training) const override;
  double EstimatedBytes(Index rows, Index columns, Index scores) const override;

 private:
  DistributedCocoaOptions options_;
};

DistributedLearnerEntry DistributedCocoaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DISTRIBUTED_COCOA_H_
