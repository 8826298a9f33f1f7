#include "core/kernels/kernel.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/kernels/gram_checks.h"
#include "core/linalg/inner_products.h"

namespace mercer {
namespace {

// Rows of a block: enough of them to pack y well, few enough that a block of a large matrix stays
// near 8 MiB.
Index BlockRows(Index cols) {
  return std::clamp<Index>((Index{1} << 20) / std::max<Index>(cols, 1), 32, 256);
}

// Rows of `cols` values that fit the first-level cache together.
Index TileRows(Index cols) { return std::max<Index>(1, 2048 / std::max<Index>(cols, 1)); }

void CheckRadius(const DotProductKernel& kernel, const Examples& x, Index begin, Index count) {
  const double radius = kernel.Radius();
  if (std::isinf(radius)) return;
  for (Index i = begin; i < begin + count; ++i) {
    const double squared =
        x.is_sparse() ? x.sparse().row(i).squaredNorm() : x.dense().row(i).squaredNorm();
    if (squared < radius) continue;
    throw InvalidRow("kernel " + kernel.Describe() + ": row ", i,
                     " has norm " + FormatNumber(std::sqrt(squared)) + "; expected a norm below " +
                         FormatNumber(std::sqrt(radius)));
  }
}

}  // namespace

Matrix Gram(const Kernel& kernel, const Examples& x, const Examples& y, int threads) {
  Matrix out(x.rows(), y.rows());
  ParallelFor(x.rows(), BlockRows(y.rows()), threads, [&](Index begin, Index end) {
    kernel.GramRows(x, begin, end - begin, y, out.middleRows(begin, end - begin));
  });
  return out;
}

void DotProductKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  CheckRadius(*this, x, begin, count);
  CheckRadius(*this, y, 0, y.rows());
  InnerProducts(x, begin, count, y, out);
  const Index tile = TileRows(y.rows());
  for (Index i = 0; i < count; i += tile) {
    const Index rows = std::min(tile, count - i);
    ApplyProfile(out.middleRows(i, rows));
    CheckFiniteGram(*this, begin + i, out.middleRows(i, rows));
  }
}

Vector DotProductKernel::Diagonal(const Examples& x) const {
  CheckRadius(*this, x, 0, x.rows());
  Vector values = x.SquaredNorms();
  ApplyProfile(Eigen::Map<Matrix>(values.data(), 1, values.size()));
  CheckFiniteDiagonal(*this, values);
  return values;
}

void DotProductKernel::FromInnerProducts(double, const double*, double* values, Index n) const {
  ApplyProfile(Eigen::Map<Matrix>(values, 1, n));
}

}  // namespace mercer
