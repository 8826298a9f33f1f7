#ifndef MERCER_CORE_MAPS_ROW_LANES_H_
#define MERCER_CORE_MAPS_ROW_LANES_H_

#include "core/base/examples.h"
#include "core/linalg/simd.h"

namespace mercer {

/// Rows begin … begin + count − 1 of x, count ≤ kLanes, side by side: line j, of kLanes doubles, is
/// value j of each, j < size. 0 where there is no such row or column.
void TakeRows(const Examples& x, Index begin, Index count, Index size, double* lines);

/// The same of all rows of x.
void TakeRows(ConstMatrixRef x, Index size, double* lines);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ROW_LANES_H_
