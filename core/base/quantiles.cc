#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "core/base/error.h"

namespace mercer {
namespace {

// Relative error below 1.2e-9 for 0 < u ≤ 1/2.
double Acklam(double u) {
  constexpr double kCentral = 0.02425;
  if (u < kCentral) {
    const double q = std::sqrt(-2 * std::log(u));
    return (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838e+00) *
                  q -
              2.549732539343734e+00) *
                 q +
             4.374664141464968e+00) *
                q +
            2.938163982698783e+00) /
           ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996e+00) * q +
             3.754408661907416e+00) *
                q +
            1);
  }
  const double q = u - 0.5, r = q * q;
  return (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
            1.383577518672690e+02) *
               r -
           3.066479806614716e+01) *
              r +
          2.506628277459239e+00) *
         q /
         (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
            6.680131188771972e+01) *
               r -
           1.328068155288572e+01) *
              r +
          1);
}

// Below it exp(z²/2) is near the end of its range.
constexpr double kTail = 1e-300;

// By Newton's method on the logarithm of Φ(−t) = φ(t)/t·(1 − 1/t² + 3/t⁴ − …), t > 37.
double TailQuantile(double u) {
  const double log_u = std::log(u);
  double t = std::sqrt(-2 * log_u);
  for (int step = 0; step < 4; ++step) {
    const double r = 1 / (t * t);
    const double series =
        1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r * (1 - 9 * r * (1 - 11 * r)))));
    const double log_phi =
        -t * t / 2 - std::log(t * std::sqrt(2 * std::numbers::pi)) + std::log(series);
    t += (log_phi - log_u) / (t + 1 / t);
  }
  return -t;
}

}  // namespace

double Median(std::vector<double> values) {
  MERCER_CHECK(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double NormalQuantile(double u) {
  MERCER_CHECK(u >= 0 && u <= 1);
  if (u > 0.5) return -NormalQuantile(1 - u);
  if (u == 0) return -std::numeric_limits<double>::infinity();
  if (u == 0.5) return 0;
  if (u < kTail) return TailQuantile(u);
  double z = Acklam(u);
  for (int step = 0; step < 2; ++step) {
    // (Φ(z) − u)/φ(z); near the middle Φ − 1/2 keeps the digits that Φ itself loses.
    const double excess = u > 0.25 ? -0.5 * std::erf(-z / std::numbers::sqrt2) - (u - 0.5)
                                   : 0.5 * std::erfc(-z / std::numbers::sqrt2) - u;
    const double newton = excess * std::sqrt(2 * std::numbers::pi) * std::exp(z * z / 2);
    z -= newton / (1 + z * newton / 2);
  }
  return z;
}

}  // namespace mercer
