#ifndef MERCER_CORE_DATA_STEPS_COLUMN_STATISTICS_H_
#define MERCER_CORE_DATA_STEPS_COLUMN_STATISTICS_H_

#include <vector>

#include "core/base/examples.h"

namespace mercer {

/// Smallest and largest value of each column; a value that is not stored is a zero like any other.
struct ColumnRange {
  Vector min;  // d
  Vector max;  // d
};

/// The ranges of the columns of x, which has at least one row. O(n·d) dense, O(stored values + d)
/// sparse.
ColumnRange RangeOf(const Examples& x);

/// The number of stored values in each column, d counts. O(stored values + d).
std::vector<Index> StoredByColumn(const SparseMatrix& x);

/// (1/n) Σ_i x_ij of each column, d values; bit-identical for dense and sparse rows. x has at least
/// one row. The cost is that of RangeOf.
Vector ColumnMeans(const Examples& x);

/// Σ_i (x_ij − mean_j)² of each column, d values. The cost is that of RangeOf.
Vector SquaredDeviations(const Examples& x, const Vector& mean);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_COLUMN_STATISTICS_H_
