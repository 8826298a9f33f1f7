#ifndef MERCER_CORE_DATA_STEPS_SCALE_H_
#define MERCER_CORE_DATA_STEPS_SCALE_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// scale(factor): every value times factor, a number other than 0. Nothing is fitted. Sparse rows
/// stay sparse. O(stored values).
PreprocessEntry ScaleStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_SCALE_H_
