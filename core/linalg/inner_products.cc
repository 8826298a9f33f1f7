#include "core/linalg/inner_products.h"

#include <algorithm>
#include <span>

#include "core/base/error.h"
#include "core/linalg/tile_product.h"

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

// Rows of x with a larger share of stored values are packed as columns of panels, through which
// each row of y passes. With a smaller share most of a panel is zeros, and Eigen's product, whose
// time is that of the products of two stored values, is faster.
constexpr double kPackedShare = 0.01;

bool ArePacked(const SparseMatrix& x) {
  return static_cast<double>(x.nonZeros()) >
         kPackedShare * static_cast<double>(x.rows()) * static_cast<double>(x.cols());
}

// The rows of a sparse matrix as the columns of a d × width panel, width rows at a time.
class RowPanel {
 public:
  explicit RowPanel(Index cols) : values_(Vector::Zero(cols * width())) {}

  static Index width() { return ProductTileShape<>().panel; }
  const double* data() const { return values_.data(); }

  void Take(const SparseMatrix& x, Index begin, Index count) { Put<true>(x, begin, count); }
  // Makes it zero again, after the same rows were taken.
  void Clear(const SparseMatrix& x, Index begin, Index count) { Put<false>(x, begin, count); }

 private:
  template <bool take>
  void Put(const SparseMatrix& x, Index begin, Index count) {
    for (Index i = 0; i < count; ++i) {
      for (SparseMatrix::InnerIterator it(x, begin + i); it; ++it)
        values_[it.col() * width() + i] = take ? it.value() : 0;
    }
  }

  Vector values_;
};

void PackedProducts(const SparseMatrix& x, Index begin, Index count, const SparseMatrix& y,
                    MatrixRef out) {
  constexpr Index kRows = 8;  // of y: their products with a row of x fill a cache line
  const Index width = RowPanel::width();
  const Vector zeros = Vector::Zero(width);
  Matrix products(kRows, width);
  RowPanel panel(x.cols());
  for (Index i = 0; i < count; i += width) {
    const Index taken = std::min(width, count - i);
    panel.Take(x, begin + i, taken);
    for (Index j = 0; j < y.rows(); j += kRows) {
      const Index rows = std::min(kRows, y.rows() - j);
      for (Index r = 0; r < rows; ++r) {
        const Index first = y.outerIndexPtr()[j + r], last = y.outerIndexPtr()[j + r + 1];
        ProductSparseRow<double>(
            {y.innerIndexPtr() + first, static_cast<std::size_t>(last - first)},
            y.valuePtr() + first, panel.data(), width, {zeros.data(), 0},
            {products.row(r).data(), width, false});
      }
      out.block(i, j, taken, rows) = products.topLeftCorner(rows, taken).transpose();
    }
    panel.Clear(x, begin + i, taken);
  }
}

}  // namespace

void InnerProducts(const Examples& x, Index begin, Index count, const Examples& y, MatrixRef out) {
  MERCER_CHECK(x.cols() == y.cols());
  MERCER_CHECK(begin >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == y.rows());
  if (x.is_sparse() && y.is_sparse() && ArePacked(x.sparse())) {
    MERCER_CHECK(y.sparse().isCompressed());
    PackedProducts(x.sparse(), begin, count, y.sparse(), out);
  } else if (x.is_sparse() && y.is_sparse()) {
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
