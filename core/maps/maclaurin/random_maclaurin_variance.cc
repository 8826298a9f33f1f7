#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/maps/maclaurin/random_maclaurin.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kMaxTerms = 1000000;

// E[(<w, x><w, y>)²] for a Rademacher vector w.
double SecondMoment(const Vector& x, const Vector& y) {
  const double t = x.dot(y);
  const double both = x.cwiseAbs2().dot(y.cwiseAbs2());
  return x.squaredNorm() * y.squaredNorm() + 2 * t * t - 2 * both;
}

// exp(log_factor)·base^n, with 0^0 = 1.
double Term(double log_factor, double base, Index n) {
  if (n == 0) return std::exp(log_factor);
  if (base == 0) return 0;
  const double size = std::exp(log_factor + static_cast<double>(n) * std::log(std::abs(base)));
  return base < 0 && n % 2 == 1 ? -size : size;
}

// The terms fall from here on: two in a row that are lost in the sum.
bool Negligible(double term, double previous, double sum) {
  const double bound = 1e-18 * std::abs(sum);
  return std::abs(term) <= bound && std::abs(previous) <= bound &&
         std::abs(term) <= std::abs(previous);
}

}  // namespace

double RandomMaclaurinVariance(const DotProductKernel& kernel,
                               const RandomMaclaurinOptions& options, const Vector& x,
                               const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  return MaclaurinVariance(kernel, options, x.dot(y), SecondMoment(x, y));
}

double MaclaurinVariance(const DotProductKernel& kernel, const RandomMaclaurinOptions& options,
                         double t, double second_moment) {
  const MaclaurinLaw law(kernel, options);
  const Index kernel_last = kernel.MaxOrder() >= 0 ? kernel.MaxOrder() : kMaxTerms;
  const Index last = law.last_order() ? std::min(*law.last_order(), kernel_last) : kernel_last;
  double square = 0, mean = 0, previous = kInfinity;
  for (Index n = law.first_order(); n <= last; ++n) {
    if (n == kMaxTerms) return kInfinity;
    const double log_coefficient = kernel.LogMaclaurinCoefficient(n);
    if (log_coefficient == -kInfinity) continue;
    const double term = Term(2 * log_coefficient - law.LogProbability(n), second_moment, n);
    square += term;
    mean += Term(log_coefficient, t, n);
    if (!std::isfinite(square)) return kInfinity;
    if (Negligible(term, previous, square)) break;
    previous = term;
  }
  return square - mean * mean;
}

}  // namespace mercer
