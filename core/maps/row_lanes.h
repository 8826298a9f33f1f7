#ifndef MERCER_CORE_MAPS_ROW_LANES_H_
#define MERCER_CORE_MAPS_ROW_LANES_H_

#include "core/base/examples.h"
#include "core/linalg/simd.h"

namespace mercer {

/// Copies rows begin … begin + count − 1 of x, count ≤ kLanes, to `lines` side by side: line j <
/// size, of kLanes doubles, holds value j of each row. It is 0 if there is no such row or column.
void TakeRows(const Examples& x, Index begin, Index count, Index size, double* lines);

/// The same for all rows of x.
void TakeRows(ConstMatrixRef x, Index size, double* lines);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ROW_LANES_H_
