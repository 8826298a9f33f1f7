#include "core/kernels/shift_invariant/taylor_gaussian.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/kernel.h"
#include "core/kernels/profile.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"
#include "core/linalg/inner_products.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr Index kPiece = 512;  // values that stay in the first-level cache

// Up to these exp(−s) is a normal number, and the series of |t| ≤ s is below exp(s).
constexpr double kLargestExponent = 700;
constexpr float kLargestFloatExponent = 80;

// exp(−s) Σ_{k ≤ degree} t^k/k! where a factor may leave the range of a double.
double SumOfTerms(double s, double t, Index degree) {
  double sum = std::exp(-s);
  const double log_t = std::log(std::abs(t));
  for (Index k = 1; t != 0 && k <= degree; ++k) {
    const double term = std::exp(static_cast<double>(k) * log_t - LogFactorial(k) - s);
    sum += t < 0 && k % 2 == 1 ? -term : term;
  }
  return sum;
}

// values[i] = exp(−s) Σ_{k ≤ degree} t^k/k! with t = values[i]·inverse_square and s = (x_squared +
// y_squared[i])·inverse_square/2, for i < n ≤ kPiece. Returns the largest s.
template <class Real>
Real CutSeries(Real x_squared, const Real* y_squared, Real inverse_square, Index degree,
               Real* values, Index n) {
  std::array<Real, kPiece> decay, t;
  Real largest = 0;
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Real s = (x_squared + y_squared[i]) * inverse_square / 2;
    largest = std::max(largest, s);
    decay[at] = -s;
    t[at] = values[i] * inverse_square;
    values[i] = 1;
  }
  VectorExp(decay.data(), n);
  for (Index k = degree; k >= 1; --k) {
    const Real inverse = 1 / static_cast<Real>(k);
    for (Index i = 0; i < n; ++i)
      values[i] = 1 + values[i] * (t[static_cast<std::size_t>(i)] * inverse);
  }
  for (Index i = 0; i < n; ++i) values[i] *= decay[static_cast<std::size_t>(i)];
  return largest;
}

}  // namespace

TaylorGaussianKernel::TaylorGaussianKernel(Index degree, double sigma)
    : degree_(degree),
      sigma_(CheckedBandwidth("taylor_gaussian", sigma)),
      inverse_square_(1 / (sigma * sigma)) {
  MERCER_CHECK(degree >= 1 && degree <= kMaxDegree);
}

void TaylorGaussianKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                    MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  InnerProducts(x, begin, count, y, out);
  const Vector x_squared = x.SelectRange(begin, count).SquaredNorms();
  const Vector y_squared = y.SquaredNorms();
  for (Index i = 0; i < count; ++i)
    FromInnerProducts(x_squared[i], y_squared.data(), out.row(i).data(), y.rows());
  CheckFiniteGram(*this, begin, out);
}

Vector TaylorGaussianKernel::Diagonal(const Examples& x) const {
  const Vector squared = x.SquaredNorms();
  Vector values = squared;
  for (Index i = 0; i < values.size(); ++i)
    FromInnerProducts(squared[i], &squared[i], &values[i], 1);
  CheckFiniteDiagonal(*this, values);
  return values;
}

double TaylorGaussianKernel::OperationsPerValue(double nonzeros) const {
  return 2 * nonzeros + 3 * static_cast<double>(degree_) + 23;
}

std::string TaylorGaussianKernel::Describe() const {
  return "taylor_gaussian(degree=" + std::to_string(degree_) + ",sigma=" + FormatNumber(sigma_) +
         ")";
}

void TaylorGaussianKernel::FromInnerProducts(double x_squared, const double* y_squared,
                                             double* values, Index n) const {
  std::array<double, kPiece> products;
  for (Index begin = 0; begin < n; begin += kPiece) {
    const Index count = std::min(kPiece, n - begin);
    std::copy_n(values + begin, count, products.data());
    const double largest =
        CutSeries(x_squared, y_squared + begin, inverse_square_, degree_, values + begin, count);
    if (largest <= kLargestExponent) continue;
    for (Index i = 0; i < count; ++i) {
      const double s = (x_squared + y_squared[begin + i]) * inverse_square_ / 2;
      if (s <= kLargestExponent) continue;
      values[begin + i] =
          SumOfTerms(s, products[static_cast<std::size_t>(i)] * inverse_square_, degree_);
    }
  }
}

void TaylorGaussianKernel::FromFloatInnerProducts(float x_squared, const float* y_squared,
                                                  float* values, Index n) const {
  const auto inverse_square = static_cast<float>(inverse_square_);
  std::array<float, kPiece> products;
  for (Index begin = 0; begin < n; begin += kPiece) {
    const Index count = std::min(kPiece, n - begin);
    std::copy_n(values + begin, count, products.data());
    const float largest =
        CutSeries(x_squared, y_squared + begin, inverse_square, degree_, values + begin, count);
    if (largest <= kLargestFloatExponent) continue;
    std::copy_n(products.data(), count, values + begin);
    InnerProductForm::FromFloatInnerProducts(x_squared, y_squared + begin, values + begin, count);
  }
}

KernelEntry TaylorGaussianEntry() {
  KernelEntry entry;
  entry.name = "taylor_gaussian";
  entry.summary =
      "the Gaussian kernel with its series truncated after a degree, exp(-(|x|^2 + |y|^2) / (2 "
      "sigma^2)) times the sum of (<x, y> / sigma^2)^k / k!: the kernel of map taylor";
  entry.citation = "cotter2011, section 3";
  entry.params = {{.name = "degree",
                   .kind = ParamKind::kInteger,
                   .help = "degree at which the series is truncated",
                   .min = 1,
                   .max = TaylorGaussianKernel::kMaxDegree},
                  SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<TaylorGaussianKernel>(params.Get("degree").AsInteger(),
                                                  BandwidthOf("taylor_gaussian", params));
  };
  return entry;
}

}  // namespace mercer
