#include "core/maps/quadrature/quadrature_variance.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/kernels/profile.h"
#include "core/maps/fourier/orthogonal_covariance.h"

namespace mercer {
namespace {

// ₁F₁(a; a + 1; −x), a > 0, x ≥ 0: exp(−x) Σ x^k/(a + 1)_k, whose terms fall from the first where x
// < a + 1, else from the incomplete gamma function, which is then no small number.
double Kummer(double a, double x) {
  if (x >= a + 1) return std::exp(LogGamma(a + 1) - a * std::log(x)) * boost::math::gamma_p(a, x);
  double sum = 0, term = 1;
  for (int k = 1; term > 1e-18 * sum; ++k) {
    sum += term;
    term *= x / (a + k);
  }
  return std::exp(-x) * sum;
}

// T − exp(−2t): given B = 2ρ_1ρ_2/(ρ_1² + ρ_2²), cosines of sum and difference have means that are
// those of orthogonal directions at t(1 ± cB). B = sech τ with a density ∝ sech^d τ, by the
// trapezoidal rule.
double VertexCovariance(Index d, double t) {
  const auto dimension = static_cast<double>(d);
  const double step = 0.5 / std::sqrt(dimension + 5);
  double sum = 0, weights = 0;
  for (int i = 0;; ++i) {
    const double cosh = std::cosh(step * i), log_weight = -dimension * std::log(cosh);
    if (log_weight < -41) break;
    const double weight = (i == 0 ? 1 : 2) * std::exp(log_weight), shift = t / (dimension * cosh);
    const double orthogonal =
        (OrthogonalCovariance(d, t + shift) + OrthogonalCovariance(d, t - shift)) / 2;
    const double sinh = std::sinh(shift);
    weights += weight;
    sum += weight * (orthogonal + 2 * std::exp(-2 * t) * sinh * sinh);
  }
  return sum / weights;
}

}  // namespace

double QuadratureRuleVariance(Index d, double t) {
  MERCER_CHECK(d >= 1 && t >= 0);
  if (d <= 2) return std::numeric_limits<double>::infinity();
  const auto dimension = static_cast<double>(d);
  const auto moment = [&](double a) {
    return dimension / (dimension - 2) * Kummer(dimension / 2 - 1, a * t);
  };
  const double k = std::exp(-t), covariance = VertexCovariance(d, t);
  // The 1 that is taken from every cosine changes no covariance of two vertices.
  const double vertex = 1.5 * moment(0) - 2 * moment(1) + 0.5 * moment(4) - (k - 1) * (k - 1);
  return std::max(0.0, (vertex + dimension * covariance) / (dimension + 1));
}

}  // namespace mercer
