#include "core/linalg/inner_products.h"

#include "core/base/error.h"

namespace mercer {

void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out) {
  MERCER_CHECK(x.cols() == y.cols());
  MERCER_CHECK(begin >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == y.rows());
  if (x.is_sparse() && y.is_sparse()) {
    out = Matrix(x.sparse().middleRows(begin, count) * y.sparse().transpose());
  } else if (x.is_sparse()) {
    out = x.sparse().middleRows(begin, count) * y.dense().transpose();
  } else if (y.is_sparse()) {
    out = (y.sparse() * x.dense().middleRows(begin, count).transpose()).transpose();
  } else {
    out.noalias() = x.dense().middleRows(begin, count) * y.dense().transpose();
  }
}

}  // namespace mercer
