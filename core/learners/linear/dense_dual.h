#ifndef MERCER_CORE_LEARNERS_LINEAR_DENSE_DUAL_H_
#define MERCER_CORE_LEARNERS_LINEAR_DENSE_DUAL_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct DenseDualOptions {
  int power = 2;        // of the hinge loss: 1 or 2
  double cost = 1;      // C > 0
  double eps = 0.1;     // > 0, the tolerance of liblinear-train
  double gap = 0;       // if above 0, the rule in place of eps (dual_descent.h)
  bool mean = false;    // objectives are reported divided by C n
  double bias = -1;     // ≥ 0: value of a last, regularised feature
  bool floats = false;  // rows stored in 4 bytes per value instead of 8
  Index max_passes = 10000;
  bool trace = false;  // the objective after each pass
};

/// Linear SVM on dense features: min 1/2 |w|² + C Σ max(0, 1 − y <w, z>)^power by dual coordinate
/// descent (dual_descent.h), the same problems and stopping rule as LIBLINEAR's solvers 3 (power 1)
/// and 1 (power 2). More than two classes are learned one against the rest. Features are a plain
/// matrix of 8 n D bytes, or 4 n D with floats; LIBLINEAR takes 16 n D. With floats, a tolerance
/// below about 1e-4 may never be reached because steps are rounded. Reported objectives are those
/// of the stored features, summed in double. A pass costs O(n D) for each class.
class DenseDualLearner : public Learner {
 public:
  explicit DenseDualLearner(const DenseDualOptions& options) : options_(options) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  std::optional<HingeObjective> Hinge(Index n) const override {
    if (options_.power != 1) return std::nullopt;
    return HingeOfCost(options_.cost, n, options_.mean);
  }

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  DenseDualOptions options_;
};

LearnerEntry DenseDualEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_DENSE_DUAL_H_
