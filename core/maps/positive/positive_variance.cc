#include "core/maps/positive/positive_variance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/kernels/profile.h"

namespace mercer {
namespace {

// log (d)_k/(2^k (d/2)_k).
double LogRatio(double d, double k) {
  return LogGamma(d + k) - LogGamma(d) - k * std::numbers::ln2 - LogGamma(d / 2 + k) +
         LogGamma(d / 2);
}

// The mean of (d)_K/(2^K (d/2)_K) − 1, 0 for K < 2, over a Poisson K of mean s.
double OrthogonalMean(double d, double s) {
  if (s <= 0) return 0;
  const double spread = 12 * std::sqrt(s) + 40;  // beyond it all probabilities add less than 1e-18
  const double first = std::max(2.0, std::floor(s - spread)), last = s + spread;
  double log_ratio = first > 2 ? LogRatio(d, first - 1) : 0, sum = 0;
  const double log_s = std::log(s);
  for (double k = first; k <= last; ++k) {
    log_ratio += std::log1p(-(k - 1) / (d + 2 * (k - 1)));
    sum += std::exp(k * log_s - s - LogGamma(k + 1)) * std::expm1(log_ratio);
  }
  return sum;
}

}  // namespace

double LogPositiveMoment(Index d, double a, double s) {
  MERCER_CHECK(a < 0.125);
  const auto dimension = static_cast<double>(d);
  return dimension * (std::log1p(-4 * a) - std::log1p(-8 * a) / 2) + s / (1 - 8 * a);
}

double PositiveCovariance(Index d, double s, double c) {
  MERCER_CHECK(d >= 2 && s >= 0 && c >= -1 && c <= 0);
  const auto dimension = static_cast<double>(d);
  if (c == 0) return OrthogonalMean(dimension, s);
  // B = sin θ with a density ∝ sin^(d−1) θ, which is ∝ sech^d t for sin θ = sech t.
  const double step = 0.5 / std::sqrt(dimension + 5), negligible = -41 + s * c;
  double sum = 0, weights = 0;
  for (int i = 0;; ++i) {
    const double cosh = std::cosh(step * i), log_weight = -dimension * std::log(cosh);
    if (log_weight < negligible) break;
    const double weight = (i == 0 ? 1 : 2) * std::exp(log_weight), shift = s * c / cosh;
    weights += weight;
    sum += weight *
           (std::expm1(shift) + std::exp(shift) * OrthogonalMean(dimension, s * (1 + c / cosh)));
  }
  return sum / weights;
}

double OptimalTilt(double f) {
  MERCER_CHECK(f >= 0);
  const double root = std::sqrt((2 * f + 1) * (2 * f + 1) + 8 * f), sum = 1 - 2 * f;
  // The product of both roots is −f/16: no digits cancel.
  return sum > 0 ? -f / (sum + root) : (sum - root) / 16;
}

}  // namespace mercer
