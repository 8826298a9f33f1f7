#ifndef MERCER_CORE_LINALG_INNER_PRODUCTS_H_
#define MERCER_CORE_LINALG_INNER_PRODUCTS_H_

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// out(i, j) = <x_{begin+i}, y_j> for i < count, count × m, with x n × d and y m × d, each dense or
/// sparse. Entry (i, j) is the same bits whatever begin and count are. O(count·m·d) dense,
/// O(m·stored values of the rows) where x is sparse.
void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out);

/// out(i, j) = |x_{begin+i} − y_j|² for i < count, count × m, with x n × d and y m × d, each dense
/// or sparse. From |x|² + |y|² − 2 <x, y>; where the three nearly cancel, or leave the range of a
/// double, from the differences themselves: so the relative error is below 1e-12 everywhere, equal
/// rows give exactly 0 and nothing is negative. O(count·m·d).
void SquaredDistances(const Examples& x, Index begin, Index count, const Examples& y,
                      MatrixRef out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_INNER_PRODUCTS_H_
