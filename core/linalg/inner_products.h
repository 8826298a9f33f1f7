#ifndef MERCER_CORE_LINALG_INNER_PRODUCTS_H_
#define MERCER_CORE_LINALG_INNER_PRODUCTS_H_

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// out(i, j) = <x_{begin+i}, y_j> for i < count, count × m, with x n × d and y m × d, each dense or
/// sparse. Entry (i, j) has the same bits for any begin and count. O(count·m·d) if dense,
/// O(count·stored values of y) if both are sparse and x stores more than a hundredth of its values,
/// O(m·stored values of the rows) otherwise.
void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out);

/// out(i, j) = |x_{begin+i} − y_j|² for i < count, count × m, with x n × d and y m × d, each dense
/// or sparse. Computed as |x|² + |y|² − 2 <x, y>, or from the differences themselves if the three
/// terms nearly cancel or exceed the range of a double. The relative error is therefore below 1e-12
/// everywhere, equal rows give exactly 0 and no value is negative. O(count·m·d).
void SquaredDistances(const Examples& x, Index begin, Index count, const Examples& y,
                      MatrixRef out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_INNER_PRODUCTS_H_
