#ifndef MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_H_
#define MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_H_

#include <memory>

#include "core/learners/class_weights.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// The problems of LIBSVM, in its order (svm-train -s).
enum class SvmType { kCSvc, kNuSvc, kOneClass, kEpsilonSvr, kNuSvr };

struct LibsvmOptions {
  SvmType type = SvmType::kCSvc;
  double cost = 1;       // C > 0 of 1/2 |w|² + C Σ loss; the offset is not regularised
  double nu = 0.5;       // ν in (0, 1], of the ν types and one_class
  double epsilon = 0.1;  // ≥ 0, half the width of the tube of epsilon_svr
  ClassWeights class_weights{};
  double eps = 0.001;      // tolerance of the optimality conditions, > 0
  double cache_mib = 100;  // of Gram columns, in MiB, > 0
  bool shrinking = true;
};

/// The support vector machines of LIBSVM (Chang & Lin 2011): C-SVC and ν-SVC, for more than two
/// classes by one against one; ε-SVR and ν-SVR, which predict values; and the one-class machine,
/// which learns from all rows whatever their labels and predicts 1 inside the region found, −1
/// outside. The linear and polynomial kernels are LIBSVM's own, evaluated on the fly from the
/// non-zeros: the same numbers as svm-train -t 0 or -t 1. Every other kernel gets a Gram matrix
/// made by blocked products before training (16·n·(n+1) bytes) and before each block of test rows:
/// making it counts in fit and predict. Iterations are the sum over the pairs of classes, and so is
/// the dual objective, told for C-SVC and ε-SVR to the six decimals that LIBSVM prints.
class LibsvmLearner : public Learner {
 public:
  explicit LibsvmLearner(const LibsvmOptions& options) : options_(options) {}

  Target target() const override;

  /// train.kernel must be given. Also throws InvalidInput where the kernel refuses a row, or ν is
  /// larger than the sizes of the classes allow. A weight of a class without rows is a warning.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  LibsvmOptions options_;
};

LearnerEntry LibsvmEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_H_
