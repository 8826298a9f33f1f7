#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/maps/maclaurin/random_maclaurin.h"

namespace mercer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kMaxTerms = 1000000;

// Σ over n from `first` on of exp(log_term(n)), at most to `last`; infinite where it diverges or
// needs more than a million terms.
template <class LogTerm>
double SumTerms(Index first, Index last, LogTerm log_term) {
  double sum = 0, previous = kInfinity;
  for (Index n = first; n <= last; ++n) {
    if (n - first >= kMaxTerms) return kInfinity;
    const double log_value = log_term(n);
    if (log_value == -kInfinity) continue;
    const double term = std::exp(log_value);
    sum += term;
    if (!std::isfinite(sum)) return kInfinity;
    if (term <= 1e-18 * sum && term <= previous) break;
    previous = term;
  }
  return sum;
}

// n·log(base), 0 for n = 0 also where the base is 0.
double LogPower(double base, Index n) {
  return n == 0 ? 0 : static_cast<double>(n) * std::log(base);
}

// L of the error as a function of a row, over the orders drawn: Σ n a_n R^(2(n−1)) of the kernel
// and √d Σ n (a_n/q_n) R^(2n−1) of a feature's products, f'(R²) + p² R √d f'(pR²) for the paper's
// law.
double LipschitzConstant(const DotProductKernel& kernel, const MaclaurinLaw& law, Index last,
                         double radius, double d) {
  const Index first = std::max<Index>(law.first_order(), 1);
  const auto log_order = [](Index n) { return std::log(static_cast<double>(n)); };
  const double of_kernel = SumTerms(first, last, [&](Index n) {
    return log_order(n) + kernel.LogMaclaurinCoefficient(n) + LogPower(radius, 2 * (n - 1));
  });
  const double of_products = SumTerms(first, last, [&](Index n) {
    return log_order(n) + 2 * law.LogWeight(n) + LogPower(radius, 2 * n - 1);
  });
  return of_kernel + std::sqrt(d) * of_products;
}

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

// Σ exp(log_factor(log a_n, n))·baseⁿ over the orders that the law draws; infinite where it
// diverges or needs over a million terms.
template <class LogFactor>
double SumOverLaw(const DotProductKernel& kernel, const MaclaurinLaw& law, double base,
                  LogFactor log_factor) {
  const Index kernel_last = kernel.MaxOrder() >= 0 ? kernel.MaxOrder() : kMaxTerms;
  const Index last = law.last_order() ? std::min(*law.last_order(), kernel_last) : kernel_last;
  double sum = 0, previous = kInfinity;
  for (Index n = law.first_order(); n <= last; ++n) {
    if (n == kMaxTerms) return kInfinity;
    const double log_coefficient = kernel.LogMaclaurinCoefficient(n);
    if (log_coefficient == -kInfinity) continue;
    const double term = Term(log_factor(log_coefficient, n), base, n);
    sum += term;
    if (!std::isfinite(sum)) return kInfinity;
    if (Negligible(term, previous, sum)) break;
    previous = term;
  }
  return sum;
}

}  // namespace

double RandomMaclaurinVariance(const DotProductKernel& kernel,
                               const RandomMaclaurinOptions& options, const Vector& x,
                               const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  const MaclaurinLaw law(kernel, options);
  const double mean = SumOverLaw(kernel, law, x.dot(y),
                                 [](double log_coefficient, Index) { return log_coefficient; });
  const double square = MaclaurinSecondMoment(kernel, options, SecondMoment(x, y));
  return std::isfinite(square) ? square - mean * mean : kInfinity;
}

double MaclaurinSecondMoment(const DotProductKernel& kernel, const RandomMaclaurinOptions& options,
                             double second_moment) {
  const MaclaurinLaw law(kernel, options);
  return SumOverLaw(kernel, law, second_moment, [&](double log_coefficient, Index n) {
    return 2 * log_coefficient - law.LogProbability(n);
  });
}

double MaclaurinTail(const DotProductKernel& kernel, Index first, double t) {
  const Index last = kernel.MaxOrder() >= 0 ? kernel.MaxOrder() : std::numeric_limits<Index>::max();
  return SumTerms(first, last,
                  [&](Index n) { return kernel.LogMaclaurinCoefficient(n) + LogPower(t, n); });
}

std::optional<ErrorBound> RandomMaclaurinBound(const DotProductKernel& kernel,
                                               const RandomMaclaurinOptions& options,
                                               const RowRadii& radii) {
  const MaclaurinLaw law(kernel, options);
  const Index kernel_last =
      kernel.MaxOrder() >= 0 ? kernel.MaxOrder() : std::numeric_limits<Index>::max();
  const Index last = std::min(law.last_order().value_or(kernel_last), kernel_last);
  ErrorBound bound{.source = "kar2012, section 4"};
  bound.product_sup = SumTerms(law.first_order(), last, [&](Index n) {
    return 2 * law.LogWeight(n) + LogPower(radii.l1 * radii.l1, n);
  });
  bound.scale = 2 * bound.product_sup;
  if (last < kernel_last) bound.bias = MaclaurinTail(kernel, last + 1, radii.l2 * radii.l2);
  if (!std::isfinite(bound.scale) || !std::isfinite(bound.bias)) return std::nullopt;
  if (radii.input_dim == 0) return bound;
  const auto d = static_cast<double>(radii.input_dim);
  const double slope = LipschitzConstant(kernel, law, last, radii.l1, d);
  if (std::isfinite(slope)) {
    bound.uniform =
        UniformBound{2, 32 * radii.l1 * slope, 2 * d, bound.scale, "kar2012, section 4"};
  }
  return bound;
}

}  // namespace mercer
