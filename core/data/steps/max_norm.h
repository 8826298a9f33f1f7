#ifndef MERCER_CORE_DATA_STEPS_MAX_NORM_H_
#define MERCER_CORE_DATA_STEPS_MAX_NORM_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// max_norm: every row divided by the largest 2-norm of a training row, so that the training part
/// lies in the unit ball; test rows may leave it. Sparse rows stay sparse. Throws InvalidInput
/// where that norm is 0 or not finite. O(stored values).
PreprocessEntry MaxNormStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_MAX_NORM_H_
