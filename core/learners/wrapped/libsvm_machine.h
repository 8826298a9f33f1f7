#ifndef MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_MACHINE_H_
#define MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_MACHINE_H_

#include <memory>

#include "core/learners/wrapped/libsvm.h"

namespace mercer {

inline bool PredictsValues(SvmType type) {
  return type == SvmType::kEpsilonSvr || type == SvmType::kNuSvr;
}

/// Trains LIBSVM on rows and labels that are checked, by its own kernel where it has train.kernel,
/// else by a Gram matrix. Throws InvalidInput where LIBSVM refuses the parameters.
std::unique_ptr<Model> FitLibsvm(const LibsvmOptions& options, const TrainingSet& train);

/// Bytes that FitLibsvm and predicting will take (Learner::EstimatedBytes).
double LibsvmBytes(const LibsvmOptions& options, const ProblemSize& size);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_LIBSVM_MACHINE_H_
