#include "core/data/steps/column_statistics.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

// Calls visit(column, value) for each value stored; returns how many each column has.
template <class Visit>
std::vector<Index> VisitStored(const SparseMatrix& x, const Visit& visit) {
  std::vector<Index> stored(static_cast<std::size_t>(x.cols()), 0);
  for (Index i = 0; i < x.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      visit(it.col(), it.value());
      ++stored[static_cast<std::size_t>(it.col())];
    }
  }
  return stored;
}

}  // namespace

ColumnRange RangeOf(const Examples& x) {
  MERCER_CHECK(x.rows() > 0);
  if (!x.is_sparse()) return {x.dense().colwise().minCoeff(), x.dense().colwise().maxCoeff()};
  const double inf = std::numeric_limits<double>::infinity();
  ColumnRange range{Vector::Constant(x.cols(), inf), Vector::Constant(x.cols(), -inf)};
  const std::vector<Index> stored = VisitStored(x.sparse(), [&](Index j, double value) {
    range.min[j] = std::min(range.min[j], value);
    range.max[j] = std::max(range.max[j], value);
  });
  for (Index j = 0; j < x.cols(); ++j) {
    if (stored[static_cast<std::size_t>(j)] == x.rows()) continue;
    range.min[j] = std::min(range.min[j], 0.0);
    range.max[j] = std::max(range.max[j], 0.0);
  }
  return range;
}

std::vector<Index> StoredByColumn(const SparseMatrix& x) {
  return VisitStored(x, [](Index, double) {});
}

Vector ColumnMeans(const Examples& x) {
  MERCER_CHECK(x.rows() > 0);
  Vector sum = Vector::Zero(x.cols());
  if (x.is_sparse()) {
    VisitStored(x.sparse(), [&](Index j, double value) { sum[j] += value; });
  } else {
    for (Index i = 0; i < x.rows(); ++i) sum += x.dense().row(i).transpose();
  }
  return sum / static_cast<double>(x.rows());
}

Vector SquaredDeviations(const Examples& x, const Vector& mean) {
  MERCER_CHECK(x.cols() == mean.size());
  Vector sum = Vector::Zero(x.cols());
  if (!x.is_sparse()) {
    for (Index i = 0; i < x.rows(); ++i)
      sum.array() += (x.dense().row(i).transpose() - mean).array().square();
    return sum;
  }
  const std::vector<Index> stored = VisitStored(
      x.sparse(), [&](Index j, double value) { sum[j] += (value - mean[j]) * (value - mean[j]); });
  for (Index j = 0; j < x.cols(); ++j) {
    const auto zeros = static_cast<double>(x.rows() - stored[static_cast<std::size_t>(j)]);
    sum[j] += zeros * mean[j] * mean[j];
  }
  return sum;
}

}  // namespace mercer
