#include "experiments/report/statistics/studentized_range.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

#include "core/base/error.h"

namespace mercer {
namespace {

// Beyond it a normal density is below 1e-19.
constexpr double kFar = 9.5;
constexpr unsigned kMostHalvings = 15;
constexpr double kTolerance = 1e-13;
constexpr int kBits = 45;

double UpperTail(double x) { return std::erfc(x / std::numbers::sqrt2) / 2; }

// Φ(b) − Φ(a) for a ≤ b, as a difference of the smaller tails.
double NormalBetween(double a, double b) {
  return a > 0 ? UpperTail(a) - UpperTail(b) : UpperTail(-b) - UpperTail(-a);
}

double Density(double x) {
  return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

}  // namespace

double StudentizedRangeTail(double q, std::int64_t k) {
  MERCER_CHECK(k >= 2);
  if (q <= 0) return 1;
  const auto others = static_cast<double>(k - 1);
  const auto integrand = [&](double least) {
    return Density(least) * std::pow(NormalBetween(least, least + q), others);
  };
  const double below =
      static_cast<double>(k) * boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
                                   integrand, -kFar, kFar, kMostHalvings, kTolerance);
  return std::clamp(1 - below, 0.0, 1.0);
}

double StudentizedRangeQuantile(double alpha, std::int64_t k) {
  MERCER_CHECK(alpha >= 1e-6 && alpha < 1 && k >= 2);
  // A pair differs by more than √2 z with probability 2 (1 − Φ(z)). The range is at least the
  // difference of one pair, and exceeds q with at most the sum of all pairs' probabilities.
  const auto of_pairs = [&](double pairs) {
    const boost::math::normal law;
    const double z = boost::math::quantile(boost::math::complement(law, alpha / pairs / 2));
    return std::numbers::sqrt2 * z;
  };
  const auto pairs = static_cast<double>(k * (k - 1) / 2);
  if (k == 2) return of_pairs(1);
  std::uintmax_t most_steps = 200;
  const auto [low, high] = boost::math::tools::toms748_solve(
      [&](double q) { return StudentizedRangeTail(q, k) - alpha; }, of_pairs(1), of_pairs(pairs),
      boost::math::tools::eps_tolerance<double>(kBits), most_steps);
  return (low + high) / 2;
}

}  // namespace mercer
