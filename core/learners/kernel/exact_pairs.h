#ifndef MERCER_CORE_LEARNERS_KERNEL_EXACT_PAIRS_H_
#define MERCER_CORE_LEARNERS_KERNEL_EXACT_PAIRS_H_

#include "core/learners/learner_entry.h"

namespace mercer {

/// "exact_pairs": the kernel SVM of ExactBlockedLearner, with the same optimum, whose kernel values
/// are computed one pair of sparse rows at a time (pair_values.h), without products of matrices, in
/// training and in prediction: LIBSVM's algorithm, cache and cost of a value, for kernels that
/// LIBSVM has not, so that times can be set beside those of a LIBSVM with the kernel built in.
LearnerEntry ExactPairsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_EXACT_PAIRS_H_
