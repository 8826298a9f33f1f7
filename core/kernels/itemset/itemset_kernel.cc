#include "core/kernels/itemset/itemset_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

constexpr Index kLanes = ItemsetKernel::kLanes;

std::vector<Index> AllColumns(Index d) {
  std::vector<Index> columns(static_cast<std::size_t>(d));
  std::iota(columns.begin(), columns.end(), Index{0});
  return columns;
}

// Up to kLanes rows of y side by side.
class LaneRows {
 public:
  explicit LaneRows(const Examples& y) : y_(y) {
    CheckFitsInMemory("an itemset kernel of rows with " + std::to_string(y.cols()) + " columns, " +
                          std::to_string(kLanes) + " rows at a time,",
                      8.0 * static_cast<double>(kLanes) * static_cast<double>(y.cols()));
    values_.resize(static_cast<std::size_t>(y.cols() * kLanes));
  }

  const double* data() const { return values_.data(); }

  void Take(Index begin, Index count) {
    Write(0.0);  // what the rows before left
    begin_ = begin, count_ = count;
    Write(1.0);
  }

  void Square() {
    for (double& value : values_) value *= value;
  }

  // Columns in which one of the rows has a value, ascending.
  std::vector<Index> Columns() const {
    if (!y_.is_sparse()) return AllColumns(y_.cols());
    const Index* starts = y_.sparse().outerIndexPtr() + begin_;
    const Index* inner = y_.sparse().innerIndexPtr();
    std::vector<Index> columns(inner + starts[0], inner + starts[count_]);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }

 private:
  // The rows' values times 1, or zeros in their places.
  void Write(double factor) {
    for (Index c = 0; c < count_; ++c) {
      double* lane = values_.data() + c;
      if (!y_.is_sparse()) {
        for (Index j = 0; j < y_.cols(); ++j)
          lane[j * kLanes] = factor == 0 ? 0 : y_.dense()(begin_ + c, j);
        continue;
      }
      for (SparseMatrix::InnerIterator it(y_.sparse(), begin_ + c); it; ++it)
        lane[it.col() * kLanes] = factor == 0 ? 0 : it.value();
    }
  }

  const Examples& y_;
  std::vector<double> values_{};
  Index begin_ = 0;
  Index count_ = 0;
};

void CheckFinite(const Kernel& kernel, Index row, Index other, Index step,
                 std::span<const double> values) {
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (std::isfinite(values[c])) continue;
    const Index lane = static_cast<Index>(c);
    throw InvalidRow(
        "kernel " + kernel.Describe() + " of row ", row + step * lane,
        " and row " + std::to_string(other + lane) + " is " + FormatNumber(values[c]) +
            "; expected a finite value: scale the data down or choose other parameters");
  }
}

}  // namespace

RowValues ValuesOfRow(const Examples& x, Index i, std::span<const Index> all_columns) {
  if (!x.is_sparse()) return {all_columns, x.dense().data() + i * x.cols()};
  const SparseMatrix& rows = x.sparse();
  MERCER_CHECK(rows.isCompressed());
  const Index start = rows.outerIndexPtr()[i], end = rows.outerIndexPtr()[i + 1];
  return {{rows.innerIndexPtr() + start, static_cast<std::size_t>(end - start)},
          rows.valuePtr() + start};
}

void ItemsetKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                             MatrixRef out) const {
  if (x.cols() != y.cols()) {
    throw InvalidInput("kernel " + Describe() + " of rows with " + std::to_string(x.cols()) +
                       " and rows with " + std::to_string(y.cols()) +
                       " columns; expected the same number");
  }
  MERCER_CHECK(begin >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == y.rows());
  CheckInputDim(x.cols());
  const std::vector<Index> all = AllColumns(x.is_sparse() ? 0 : x.cols());
  LaneRows lanes(y);
  std::array<double, kLanes> values;
  for (Index c = 0; c < y.rows(); c += kLanes) {
    const Index used = std::min(kLanes, y.rows() - c);
    lanes.Take(c, used);
    for (Index i = 0; i < count; ++i) {
      GramLanes(ValuesOfRow(x, begin + i, all), x.cols(), lanes.data(), values.data());
      CheckFinite(*this, begin + i, c, 0, {values.data(), static_cast<std::size_t>(used)});
      std::copy_n(values.data(), used, out.data() + i * out.outerStride() + c);
    }
  }
}

// Π x_j² = Π 1·x_j²: a row of ones against the squares gives kLanes entries at once.
Vector ItemsetKernel::Diagonal(const Examples& x) const {
  CheckInputDim(x.cols());
  Vector out(x.rows());
  LaneRows lanes(x);
  std::array<double, kLanes> values;
  for (Index c = 0; c < x.rows(); c += kLanes) {
    const Index used = std::min(kLanes, x.rows() - c);
    lanes.Take(c, used);
    lanes.Square();
    const std::vector<Index> columns = lanes.Columns();
    const std::vector<double> ones(columns.size(), 1.0);
    EvaluateLanes({columns, ones.data()}, x.cols(), lanes.data(), values.data());
    CheckFinite(*this, c, c, 1, {values.data(), static_cast<std::size_t>(used)});
    std::copy_n(values.data(), used, out.data() + c);
  }
  return out;
}

}  // namespace mercer
