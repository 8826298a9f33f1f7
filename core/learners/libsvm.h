#ifndef MERCER_CORE_LEARNERS_LIBSVM_H_
#define MERCER_CORE_LEARNERS_LIBSVM_H_

#include <memory>

#include "core/learners/learner_entry.h"

namespace mercer {

struct LibsvmOptions {
  double cost = 1;         // C > 0 of 1/2 |w|² + C Σ hinge loss; the offset is not regularised
  double eps = 0.001;      // tolerance of the optimality conditions, > 0
  double cache_mib = 100;  // of Gram columns, in MiB, > 0
  bool shrinking = true;
};

/// C-SVC of LIBSVM (Chang & Lin 2011); more than two classes by one against one. The linear and
/// polynomial kernels are LIBSVM's own, evaluated on the fly from the non-zeros: the same numbers
/// as svm-train -t 0 or -t 1. Every other kernel gets a Gram matrix made by blocked products before
/// training (16·n·(n+1) bytes) and before each block of test rows: making it counts in fit and
/// predict. Iterations are the sum over the pairs of classes.
class LibsvmLearner : public Learner {
 public:
  explicit LibsvmLearner(const LibsvmOptions& options) : options_(options) {}

  /// train.kernel must be given. Also throws InvalidInput where the kernel refuses a row.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(Index n, Index columns, double stored, Index m,
                        const Kernel* kernel) const override;

 private:
  LibsvmOptions options_;
};

LearnerEntry LibsvmEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LIBSVM_H_
