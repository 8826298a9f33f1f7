#ifndef MERCER_CORE_BASE_EXAMPLES_H_
#define MERCER_CORE_BASE_EXAMPLES_H_

#include <span>
#include <variant>

#include "core/base/types.h"

namespace mercer {

/// The rows X (n × d) that kernels, maps and learners take: dense or sparse, the same numbers
/// either way.
class Examples {
 public:
  Examples() = default;
  Examples(Matrix dense) : rows_(std::move(dense)) {}  // NOLINT(google-explicit-constructor)
  Examples(SparseMatrix sparse)
      : rows_(std::move(sparse)) {}  // NOLINT(google-explicit-constructor)

  Index rows() const;
  Index cols() const;
  bool is_sparse() const { return std::holds_alternative<SparseMatrix>(rows_); }

  /// Only the form that is held may be asked for; the other aborts.
  const Matrix& dense() const;
  const SparseMatrix& sparse() const;
  Matrix& dense();
  SparseMatrix& sparse();

  /// Number of stored values (n·d when dense). O(1).
  Index StoredValues() const;

  /// Rows [begin, begin + count) as a dense matrix, count × d. O(count·d).
  Matrix DenseRows(Index begin, Index count) const;

  /// The rows of the given numbers, in that order, in the form held. Aborts on a number outside [0,
  /// n).
  Examples Select(std::span<const Index> numbers) const;

  /// Rows [begin, begin + count), in the form held. Aborts where they are not all there.
  Examples SelectRange(Index begin, Index count) const;

  /// |x_i|² of each row, n values.
  Vector SquaredNorms() const;

  /// Bytes of the values and indices held.
  std::size_t Bytes() const;

 private:
  std::variant<Matrix, SparseMatrix> rows_;
};

/// The same rows stored sparse, without the zeros.
Examples ToSparse(const Examples& x);

/// The same rows stored dense.
Examples ToDense(const Examples& x);

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

/// The largest value less the smallest of each column, d values; all 0 where there is no row.
/// O(n·d).
Vector ColumnRanges(const Examples& x);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_EXAMPLES_H_
