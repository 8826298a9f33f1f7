#include "core/base/examples.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/error.h"

namespace mercer {

void RowSource::FloatRows(Index, Index, FloatMatrixRef) const {
  MERCER_CHECK(!"these rows are not floats");
}

Index Examples::rows() const { return is_sparse() ? sparse().rows() : dense().rows(); }

Index Examples::cols() const { return is_sparse() ? sparse().cols() : dense().cols(); }

const Matrix& Examples::dense() const {
  MERCER_CHECK(!is_sparse());
  return std::get<Matrix>(rows_);
}

const SparseMatrix& Examples::sparse() const {
  MERCER_CHECK(is_sparse());
  return std::get<HeldSparse>(rows_).matrix;
}

Matrix& Examples::dense() {
  MERCER_CHECK(!is_sparse());
  return std::get<Matrix>(rows_);
}

SparseMatrix& Examples::sparse() {
  MERCER_CHECK(is_sparse());
  return std::get<HeldSparse>(rows_).matrix;
}

Index Examples::StoredValues() const { return is_sparse() ? sparse().nonZeros() : dense().size(); }

Matrix Examples::DenseRows(Index begin, Index count) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= rows());
  if (is_sparse()) return Matrix(sparse().middleRows(begin, count));
  return dense().middleRows(begin, count);
}

void Examples::Rows(Index begin, Index count, MatrixRef out) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= rows());
  if (is_sparse()) {
    out = sparse().middleRows(begin, count);
  } else {
    out = dense().middleRows(begin, count);
  }
}

HeldRows Examples::Range(Index begin, Index count, Examples& /*buffer*/) const {
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= rows());
  return {this, begin};
}

Examples Examples::Select(std::span<const Index> numbers) const {
  const Index n = rows();
  for (Index i : numbers) MERCER_CHECK(i >= 0 && i < n);
  const auto count = static_cast<Index>(numbers.size());
  if (!is_sparse()) {
    Matrix out(count, cols());
    for (Index i = 0; i < count; ++i)
      out.row(i) = dense().row(numbers[static_cast<std::size_t>(i)]);
    return out;
  }
  const SparseMatrix& from = sparse();
  MERCER_CHECK(from.isCompressed());
  SparseMatrix out(count, cols());
  Index stored = 0;
  for (Index i : numbers) stored += from.outerIndexPtr()[i + 1] - from.outerIndexPtr()[i];
  out.reserve(stored);
  for (Index i = 0; i < count; ++i) {
    out.startVec(i);
    for (SparseMatrix::InnerIterator it(from, numbers[static_cast<std::size_t>(i)]); it; ++it) {
      out.insertBackByOuterInner(i, it.col()) = it.value();
    }
  }
  out.finalize();
  return out;
}

Examples Examples::SelectRange(Index begin, Index count) const {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), begin);
  return Select(numbers);
}

Vector Examples::SquaredNorms() const {
  if (!is_sparse()) return dense().rowwise().squaredNorm();
  Vector norms = Vector::Zero(rows());
  for (Index i = 0; i < rows(); ++i) {
    for (SparseMatrix::InnerIterator it(sparse(), i); it; ++it) norms[i] += it.value() * it.value();
  }
  return norms;
}

std::size_t Examples::Bytes() const {
  const auto stored = static_cast<std::size_t>(StoredValues());
  if (!is_sparse()) return stored * sizeof(double);
  return stored * (sizeof(double) + sizeof(Index)) +
         (static_cast<std::size_t>(rows()) + 1) * sizeof(Index);
}

Examples ToSparse(const Examples& x) {
  if (x.is_sparse()) return x;
  SparseMatrix out = x.dense().sparseView(0.0, 0.0);
  out.makeCompressed();
  return out;
}

Examples ToDense(const Examples& x) {
  if (!x.is_sparse()) return x;
  return Matrix(x.sparse());
}

Vector ColumnRanges(const Examples& x) {
  constexpr Index kBlock = 64;
  Vector low = Vector::Constant(x.cols(), std::numeric_limits<double>::infinity()), high = -low;
  for (Index begin = 0; begin < x.rows(); begin += kBlock) {
    const Matrix block = x.DenseRows(begin, std::min(kBlock, x.rows() - begin));
    low = low.cwiseMin(block.colwise().minCoeff().transpose());
    high = high.cwiseMax(block.colwise().maxCoeff().transpose());
  }
  return (high - low).cwiseMax(0.0);
}

}  // namespace mercer
