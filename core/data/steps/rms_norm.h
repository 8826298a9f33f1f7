#ifndef MERCER_CORE_DATA_STEPS_RMS_NORM_H_
#define MERCER_CORE_DATA_STEPS_RMS_NORM_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// rms_norm: every row divided by √((1/n) Σ |x_i|²) over the training rows, so that their squared
/// norm is 1 on average. Sparse rows stay sparse. Throws InvalidInput where that mean is 0 or not
/// finite. O(stored values).
PreprocessEntry RmsNormStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_RMS_NORM_H_
