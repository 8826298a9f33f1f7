#ifndef MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_
#define MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct ExactBlockedOptions {
  const char* name = "exact_blocked";  // of the learner, for its messages
  bool pairs = false;                // kernel values one pair of sparse rows at a time (PairValues)
  Target target = Target::kClasses;  // kValues: ε-SVR
  double cost = 1;                   // C > 0
  double epsilon = 0.1;              // ≥ 0: half the width of the SVR's tube
  double eps = 0.001;                // > 0, the tolerance of svm-train
  double cache_mib = 256;            // > 0
  double gap = 0;                    // where above 0, the rule in place of eps (smo.h)
  bool offset = true;                // of f; without one the target must be kClasses
  bool mean = false;                 // objectives are reported over C n
  bool shrinking = true;
  bool floats = false;  // prediction in floats instead of doubles
  Index max_iterations = 10'000'000;
};

/// The exact kernel SVM, C-SVC or ε-SVR, with the optimum of LIBSVM: min 1/2 |w|² + C Σ losses by
/// sequential minimal optimisation (smo.h) for any kernel. Kernel rows come from products with
/// packed rows (row_products.h) where the kernel is a function of inner products, are kept as
/// floats in a cache of cache_mib (RowCache), and n × n values are never held. Predictions are
/// made by pieces of support vectors (kernel_scores.h). Several classes one against one by votes,
/// as LIBSVM does: of equal ones the class that came first in training. A support vector keeps a
/// coefficient for each other class. Objectives reported are sums over the binary problems.
/// Training shares the passes over the rows of one problem (from 4,096 on) among its threads, or
/// solves the problems of several classes side by side: the same bits for any number of threads.
/// Without an offset f(x) = Σ β_i k(x_i, x), the machine of Cotter et al. 2011 (smo.h). A row of
/// the cache costs O(n d), or less where rows are sparse; an iteration O(n).
class ExactBlockedLearner : public Learner {
 public:
  explicit ExactBlockedLearner(const ExactBlockedOptions& options) : options_(options) {}

  Target target() const override { return options_.target; }

  /// The machine without an offset only.
  std::optional<HingeObjective> Hinge(Index n) const override;

  /// Throws InvalidInput, naming the row, also where a row is outside the kernel's domain or its
  /// kernel value with itself is not finite.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  std::unique_ptr<Model> FitRows(const TrainingSet& train) const;

  ExactBlockedOptions options_;
};

LearnerEntry ExactBlockedEntry();

/// "exact_pairs": the kernel SVM of ExactBlockedLearner, with the same optimum, whose kernel values
/// are computed one pair of sparse rows at a time (PairValues), without products of matrices, in
/// training and in prediction: LIBSVM's algorithm, cache and cost of a value, for kernels that
/// LIBSVM has not, so that times can be set beside those of a LIBSVM with the kernel built in.
LearnerEntry ExactPairsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_EXACT_BLOCKED_H_
