#ifndef MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_
#define MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct ExactBlockedOptions {
  const char* name = "exact_blocked";  // of the learner, for messages
  bool pairs = false;                // kernel values one pair of sparse rows at a time (PairValues)
  Target target = Target::kClasses;  // kValues: ε-SVR
  double cost = 1;                   // C > 0
  double epsilon = 0.1;              // ≥ 0: half the width of the SVR's tube
  double eps = 0.001;                // > 0, the tolerance of svm-train
  double cache_mib = 256;            // > 0
  double gap = 0;                    // if above 0, the stopping rule in place of eps (smo.h)
  bool offset = true;                // of f; without it the target must be kClasses
  bool mean = false;                 // objectives are reported divided by C n
  bool shrinking = true;
  bool floats = false;  // prediction in floats instead of doubles
  Index max_iterations = 10'000'000;
};

/// The exact kernel SVM, C-SVC or ε-SVR, with the same optimum as LIBSVM: min 1/2 |w|² + C Σ losses
/// by sequential minimal optimisation (smo.h), for any kernel. If the kernel is a function of inner
/// products, kernel rows come from products with packed rows (row_products.h). Kernel rows are kept
/// as floats in a cache of cache_mib (RowCache); the n × n Gram matrix is never held. Predictions
/// are made in blocks of support vectors (kernel_scores.h). Several classes are learned one against
/// one and predicted by votes, as in LIBSVM; if there is a tie, the class that appeared first in
/// training wins. A support vector has one coefficient for each other class. Reported objectives
/// are sums over the binary problems. Threads share the passes over the rows of one problem (from
/// 4,096 rows on), or solve the problems of several classes side by side; the result is
/// bit-identical for any number of threads. Without an offset, f(x) = Σ β_i k(x_i, x) is the
/// machine of Cotter et al. 2011 (smo.h). A row of the cache costs O(n d), or less if rows are
/// sparse; an iteration costs O(n).
class ExactBlockedLearner : public Learner {
 public:
  explicit ExactBlockedLearner(const ExactBlockedOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }

  /// Empty unless the machine is without an offset.
  std::optional<HingeObjective> Hinge(Index n) const override;

  /// Also throws InvalidInput, naming the row, if a row is outside the kernel's domain or its
  /// kernel value with itself is not finite.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  std::unique_ptr<Model> FitRows(const TrainingSet& train) const;

  ExactBlockedOptions options_;
};

LearnerEntry ExactBlockedEntry();

/// "exact_pairs": the kernel SVM of ExactBlockedLearner, with the same optimum, but with kernel
/// values computed for one pair of sparse rows at a time (PairValues), without matrix products, in
/// training and in prediction. It has LIBSVM's algorithm, cache and cost per value for kernels that
/// LIBSVM lacks, so that times can be compared with those of a LIBSVM with the kernel built in.
LearnerEntry ExactPairsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_
