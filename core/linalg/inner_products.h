#ifndef MERCER_CORE_LINALG_INNER_PRODUCTS_H_
#define MERCER_CORE_LINALG_INNER_PRODUCTS_H_

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// out(i, j) = <x_{begin+i}, y_j> for i < count, count × m, with x n × d and y m × d, each dense or
/// sparse. Entry (i, j) is the same bits whatever begin and count are. O(count·m·d) dense,
/// O(m·stored values of the rows) where x is sparse.
void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_INNER_PRODUCTS_H_
