#ifndef MERCER_CORE_DATA_STEPS_BINARISE_H_
#define MERCER_CORE_DATA_STEPS_BINARISE_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// binarise(threshold = 0): 1 where a value is larger than the threshold, else 0. Nothing is
/// fitted. Sparse rows stay sparse for threshold ≥ 0, else they become dense. O(stored values),
/// O(n·d) dense.
PreprocessEntry BinariseStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_BINARISE_H_
