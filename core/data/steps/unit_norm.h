#ifndef MERCER_CORE_DATA_STEPS_UNIT_NORM_H_
#define MERCER_CORE_DATA_STEPS_UNIT_NORM_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// unit_norm(norm = l2 | l1): each row divided by its own norm, √Σ x_j² or Σ |x_j|; a row of zeros
/// stays. Nothing is fitted. Sparse rows stay sparse. O(stored values).
PreprocessEntry UnitNormStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_UNIT_NORM_H_
