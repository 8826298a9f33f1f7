#ifndef MERCER_CORE_DATA_STEPS_APPEND_CONSTANT_H_
#define MERCER_CORE_DATA_STEPS_APPEND_CONSTANT_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// append_constant(value = 1): one more column, after the others, that holds the value in every
/// row. Nothing is fitted. Sparse rows stay sparse. O(n + stored values), O(n·d) dense.
PreprocessEntry AppendConstantStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_APPEND_CONSTANT_H_
