#ifndef MERCER_CORE_BASE_NON_ZEROS_H_
#define MERCER_CORE_BASE_NON_ZEROS_H_

#include "core/base/examples.h"

namespace mercer {

/// Calls body(column, value) for the values of row i of x that are not zero, dense or sparse,
/// columns ascending. O(d) dense, O(stored values) sparse.
template <class Body>
void ForEachNonZero(const Examples& x, Index i, const Body& body) {
  if (x.is_sparse()) {
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) {
      if (it.value() != 0) body(it.col(), it.value());
    }
    return;
  }
  const double* row = x.dense().row(i).data();
  for (Index j = 0; j < x.cols(); ++j) {
    if (row[j] != 0) body(j, row[j]);
  }
}

}  // namespace mercer

#endif  // MERCER_CORE_BASE_NON_ZEROS_H_
