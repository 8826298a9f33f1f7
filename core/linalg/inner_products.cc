#include "core/linalg/inner_products.h"

#include "core/base/error.h"

namespace mercer {
namespace {

// Below this fraction of |x|² + |y|² the difference has lost too many digits.
constexpr double kCancelled = 1.0 / 1024;

// |x − y|² of sparse rows that differ in the columns that either stores.
double SparseDistance(const SparseMatrix& x, Index i, const SparseMatrix& y, Index j) {
  SparseMatrix::InnerIterator a(x, i), b(y, j);
  double sum = 0;
  while (a || b) {
    double difference = 0;
    if (!b || (a && a.col() < b.col())) {
      difference = a.value();
      ++a;
    } else if (!a || b.col() < a.col()) {
      difference = b.value();
      ++b;
    } else {
      difference = a.value() - b.value();
      ++a, ++b;
    }
    sum += difference * difference;
  }
  return sum;
}

double MixedDistance(const SparseMatrix& x, Index i, const Matrix& y, Index j) {
  return (Vector(x.row(i).transpose()) - y.row(j).transpose()).squaredNorm();
}

double Distance(const Examples& x, Index i, const Examples& y, Index j) {
  if (x.is_sparse() && y.is_sparse()) return SparseDistance(x.sparse(), i, y.sparse(), j);
  if (x.is_sparse()) return MixedDistance(x.sparse(), i, y.dense(), j);
  if (y.is_sparse()) return MixedDistance(y.sparse(), j, x.dense(), i);
  return (x.dense().row(i) - y.dense().row(j)).squaredNorm();
}

double SquaredNorm(const Examples& x, Index i) {
  return x.is_sparse() ? x.sparse().row(i).squaredNorm() : x.dense().row(i).squaredNorm();
}

}  // namespace

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

void SquaredDistances(const Examples& x, Index begin, Index count, const Examples& y,
                      MatrixRef out) {
  InnerProducts(x, begin, count, y, out);
  const Vector norms = y.SquaredNorms();
  for (Index i = 0; i < count; ++i) {
    const double norm = SquaredNorm(x, begin + i);
    double* row = out.row(i).data();
    Index cancelled = 0;
    for (Index j = 0; j < out.cols(); ++j) {
      const double sum = norm + norms[j];
      const double squared = sum - 2 * row[j];
      const bool kept = squared > kCancelled * sum;
      row[j] = kept ? squared : -1.0;
      cancelled += kept ? 0 : 1;
    }
    for (Index j = 0; cancelled > 0; ++j) {
      if (row[j] != -1.0) continue;
      row[j] = Distance(x, begin + i, y, j);
      --cancelled;
    }
  }
}

}  // namespace mercer
