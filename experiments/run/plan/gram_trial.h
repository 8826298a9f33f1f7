#ifndef MERCER_EXPERIMENTS_RUN_PLAN_GRAM_TRIAL_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_GRAM_TRIAL_H_

#include "core/base/examples.h"
#include "core/sizing/gram_problem.h"
#include "experiments/run/trial/machinery.h"

namespace mercer {

/// The Gram matrix that a trial's map approximates, with everything that defines it: the rows,
/// pairs and seed with which its Gram error is measured and predicted.
class GramTrial {
 public:
  /// Throws as MakeMachinery and GramRows do, and if the map refuses the kernel. All arguments
  /// outlive this object.
  GramTrial(const Trial& trial, const Examples& train_x, const Examples& test_x);

  GramProblem problem() const;

 private:
  const Cell& cell_;
  const std::uint64_t seed_;
  const Examples& train_x_;
  const Examples& part_;
  const bool takes_all_;
  Examples rows_;  // used if not all rows are
  Machinery machinery_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_GRAM_TRIAL_H_
