#include "core/kernels/kernel.h"

#include <algorithm>
#include <array>
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

void CheckDomain(const DotProductKernel& kernel, const Examples& x, Index begin, Index count) {
  const double bound = kernel.SquaredNormBound();
  if (std::isinf(bound)) return;
  for (Index i = begin; i < begin + count; ++i) {
    const double squared =
        x.is_sparse() ? x.sparse().row(i).squaredNorm() : x.dense().row(i).squaredNorm();
    if (squared < bound) continue;
    throw InvalidRow("kernel " + kernel.Describe() + ": row ", i,
                     " has norm " + FormatNumber(std::sqrt(squared)) + "; expected a norm below " +
                         FormatNumber(std::sqrt(bound)));
  }
}

[[noreturn]] void ThrowNotFinite(const Kernel& kernel, Index row, Index other, double value) {
  throw InvalidRow("kernel " + kernel.Describe() + " of row ", row,
                   " and row " + std::to_string(other) + " is " + FormatNumber(value) +
                       "; expected a finite value: scale the data down or choose other parameters");
}

}  // namespace

Matrix Gram(const Kernel& kernel, const Examples& x, const Examples& y, int threads) {
  Matrix out(x.rows(), y.rows());
  ParallelFor(x.rows(), BlockRows(y.rows()), threads, [&](Index begin, Index end) {
    kernel.GramRows(x, begin, end - begin, y, out.middleRows(begin, end - begin));
  });
  return out;
}

double KernelValue(const Kernel& kernel, const Vector& x, const Vector& y) {
  return Gram(kernel, Matrix(x.transpose()), Matrix(y.transpose()))(0, 0);
}

void DotProductKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  CheckDomain(*this, x, begin, count);
  CheckDomain(*this, y, 0, y.rows());
  InnerProducts(x, begin, count, y, out);
  const Index tile = TileRows(y.rows());
  for (Index i = 0; i < count; i += tile) {
    const Index rows = std::min(tile, count - i);
    ApplyProfile(out.middleRows(i, rows));
    CheckFiniteGram(*this, begin + i, out.middleRows(i, rows));
  }
}

Vector DotProductKernel::Diagonal(const Examples& x) const {
  CheckDomain(*this, x, 0, x.rows());
  Vector values = x.SquaredNorms();
  ApplyProfile(Eigen::Map<Matrix>(values.data(), 1, values.size()));
  CheckFiniteDiagonal(*this, values);
  return values;
}

void DotProductKernel::FromInnerProducts(double, const double*, double* values, Index n) const {
  ApplyProfile(Eigen::Map<Matrix>(values, 1, n));
}

void InnerProductForm::FromFloatInnerProducts(float x_squared, const float* y_squared,
                                              float* values, Index n) const {
  constexpr Index kPiece = 512;  // doubles that stay in the first-level cache
  std::array<double, kPiece> norms, piece;
  for (Index begin = 0; begin < n; begin += kPiece) {
    const Index count = std::min(kPiece, n - begin);
    std::copy_n(y_squared + begin, count, norms.data());
    std::copy_n(values + begin, count, piece.data());
    FromInnerProducts(static_cast<double>(x_squared), norms.data(), piece.data(), count);
    for (Index i = 0; i < count; ++i)
      values[begin + i] = static_cast<float>(piece[static_cast<std::size_t>(i)]);
  }
}

ParamSpec DegreeSpec(const std::string& help) {
  // Beyond this a coefficient's logarithm loses its last digits and no data set asks for it.
  constexpr double kMaxDegree = 10000;
  return {.name = "degree", .kind = ParamKind::kInteger, .help = help, .min = 1, .max = kMaxDegree};
}

ParamSpec SigmaSpec() {
  return {.name = "sigma",
          .kind = ParamKind::kNumberOrText,
          .help =
              "the bandwidth, in the unit of the rows; mean_distance and median_distance are the "
              "mean and the median distance of pairs of training rows",
          .min = 0,
          .open_min = true,
          .choices = {"mean_distance", "median_distance"}};
}

double BandwidthOf(const std::string& kernel, const Params& params) {
  const ParamValue& sigma = params.Get("sigma");
  if (sigma.is_text()) {
    throw InvalidInput("kernel '" + kernel + "': sigma is the rule '" + sigma.AsText() +
                       "', which needs training rows; expected a number here");
  }
  return sigma.AsNumber();
}

void CheckSameColumns(const Kernel& kernel, const Examples& x, const Examples& y) {
  if (x.cols() == y.cols()) return;
  throw InvalidInput("kernel " + kernel.Describe() + " of rows with " + std::to_string(x.cols()) +
                     " and rows with " + std::to_string(y.cols()) +
                     " columns; expected the same number");
}

void CheckFiniteGram(const Kernel& kernel, Index begin, const ConstMatrixRef& values) {
  // A finite sum has finite terms; where it is not, the term is looked for (there may be none).
  if (std::isfinite(values.sum())) return;
  for (Index r = 0; r < values.rows(); ++r) {
    for (Index c = 0; c < values.cols(); ++c) {
      if (!std::isfinite(values(r, c))) ThrowNotFinite(kernel, begin + r, c, values(r, c));
    }
  }
}

void CheckFiniteDiagonal(const Kernel& kernel, const Vector& values) {
  for (Index i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) ThrowNotFinite(kernel, i, i, values[i]);
  }
}

}  // namespace mercer
