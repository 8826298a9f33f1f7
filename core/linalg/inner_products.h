#ifndef MERCER_CORE_LINALG_INNER_PRODUCTS_H_
#define MERCER_CORE_LINALG_INNER_PRODUCTS_H_

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// out(i, j) = <x_{begin+i}, y_j> for i < count, count × m, with x n × d and y m × d, each dense or
/// sparse. If x or y is sparse, the product of two rows has the same bits for any begin and count
/// and whatever the other rows of y are. If both are dense, its rounding depends on the sizes of
/// the blocks and on its place in them. O(count·m·d) if dense, O(count·stored values of y) if both
/// are sparse and x stores more than a hundredth of its values, O(m·stored values of the rows)
/// otherwise.
void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out);

/// out(i, j) = |x_{begin+i} − y_j|² for i < count, count × m, with x n × d and y m × d, each dense
/// or sparse. Computed as |x|² + |y|² − 2 <x, y>, or from the differences themselves if the three
/// terms nearly cancel or exceed the range of a double. The relative error is therefore at most
/// SquaredDistanceError(k) if no row stores more than k values; about 1e-13 √k if the rounding
/// errors are independent, and less if the rows are dense. Equal rows give exactly 0 and no value
/// is negative. O(count·m·d).
void SquaredDistances(const Examples& x, Index begin, Index count, const Examples& y,
                      MatrixRef out);

/// (k + 1)·2^−42, 2.3e-13 for each value: the bound on the relative error of SquaredDistances for
/// rows of k stored values, as long as their squares neither overflow nor underflow.
inline double SquaredDistanceError(Index k) { return static_cast<double>(k + 1) * 0x1p-42; }

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_INNER_PRODUCTS_H_
