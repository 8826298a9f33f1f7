#include "core/kernels/kernel.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
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

[[noreturn]] void ThrowNotFinite(const Kernel& kernel, Index row, Index other, double value) {
  throw InvalidInput("kernel " + kernel.Describe() + " of row " + std::to_string(row) +
                     " and row " + std::to_string(other) + " is " + FormatNumber(value) +
                     "; expected a finite value: scale the data down or choose other parameters");
}

void CheckRadius(const DotProductKernel& kernel, const Examples& x, Index begin, Index count) {
  const double radius = kernel.Radius();
  if (std::isinf(radius)) return;
  const Vector norms = x.SquaredNorms();
  for (Index i = begin; i < begin + count; ++i) {
    if (norms[i] < radius) continue;
    throw InvalidInput("kernel " + kernel.Describe() + ": row " + std::to_string(i) + " has norm " +
                       FormatNumber(std::sqrt(norms[i])) + "; expected a norm below " +
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
  if (x.cols() != y.cols()) {
    throw InvalidInput("kernel " + Describe() + " of rows with " + std::to_string(x.cols()) +
                       " and rows with " + std::to_string(y.cols()) +
                       " columns; expected the same number");
  }
  CheckRadius(*this, x, begin, count);
  CheckRadius(*this, y, 0, y.rows());
  InnerProducts(x, begin, count, y, out);
  const Index tile = TileRows(y.rows());
  for (Index i = 0; i < count; i += tile) {
    const Index rows = std::min(tile, count - i);
    ApplyProfile(out.middleRows(i, rows));
    // A finite sum has finite terms; where it is not, the term is looked for (there may be none).
    if (std::isfinite(out.middleRows(i, rows).sum())) continue;
    for (Index r = i; r < i + rows; ++r) {
      for (Index c = 0; c < out.cols(); ++c) {
        if (!std::isfinite(out(r, c))) ThrowNotFinite(*this, begin + r, c, out(r, c));
      }
    }
  }
}

Vector DotProductKernel::Diagonal(const Examples& x) const {
  CheckRadius(*this, x, 0, x.rows());
  Vector values = x.SquaredNorms();
  ApplyProfile(Eigen::Map<Matrix>(values.data(), 1, values.size()));
  for (Index i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) ThrowNotFinite(*this, i, i, values[i]);
  }
  return values;
}

}  // namespace mercer
