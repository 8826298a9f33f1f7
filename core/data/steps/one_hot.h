#ifndef MERCER_CORE_DATA_STEPS_ONE_HOT_H_
#define MERCER_CORE_DATA_STEPS_ONE_HOT_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// one_hot(columns = all): each of the columns listed, numbered from 0, is replaced where it stands
/// by one column for each category, the distinct values that it has in the training part, in
/// increasing order: 1 where a row has the value, else 0. A value that no training row has gives
/// zeros in all of them. Categories are whole numbers (integer codes); each column is listed once.
/// How many columns there will be only the rows tell. The result is sparse where less than
/// kSparseBelowDensity of the transformed training part is not zero, else dense. Throws
/// InvalidInput for a training value that is no whole number. Fits in O(n·columns·log), applies in
/// O(stored values + n·columns·log categories), O(n·d) dense.
PreprocessEntry OneHotStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_ONE_HOT_H_
