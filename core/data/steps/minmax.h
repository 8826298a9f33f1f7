#ifndef MERCER_CORE_DATA_STEPS_MINMAX_H_
#define MERCER_CORE_DATA_STEPS_MINMAX_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// minmax(low = 0, high = 1): low + (high − low)·(x_j − min_j)/(max_j − min_j), with the range of
/// column j in the training part. A column that is constant there becomes 0, as svm-scale's do.
/// Test values may leave [low, high]. low < high. Sparse rows stay sparse where every column that
/// varies maps 0 to 0, else they become dense. Throws InvalidInput for a range that is not finite.
/// Fits and applies in O(stored values + d), O(n·d) dense.
PreprocessEntry MinMaxStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_MINMAX_H_
