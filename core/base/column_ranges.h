#ifndef MERCER_CORE_BASE_COLUMN_RANGES_H_
#define MERCER_CORE_BASE_COLUMN_RANGES_H_

#include "core/base/examples.h"

namespace mercer {

/// The largest value less the smallest of each column, d values; all 0 where there is no row.
/// O(n·d).
Vector ColumnRanges(const Examples& x);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_COLUMN_RANGES_H_
