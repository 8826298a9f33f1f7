#include "core/maps/fourier/orthogonal_covariance.h"

#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/hypergeometric_1F1.hpp>
#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

// Σ_{k ≥ 2} (−2t)^k/k! (Π_{i < k} (d + i)/(d + 2i) − 1): the difference term by term, as both
// series begin alike.
double SeriesOfDifference(double d, double t) {
  double sum = 0, power = -2 * t, log_product = 0;
  for (int k = 2; k < 100; ++k) {
    power *= -2 * t / k;
    log_product += std::log1p(-(k - 1) / (d + 2 * (k - 1)));
    const double term = power * std::expm1(log_product);
    sum += term;
    if (std::abs(term) <= 1e-18 * std::abs(sum)) break;
  }
  return sum;
}

// Where Boost cannot tell the relative error of a value of 1e-24 it gives the value all the same.
using Policy = boost::math::policies::policy<
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

}  // namespace

double OrthogonalCovariance(Index d, double t) {
  MERCER_CHECK(d >= 2 && t >= 0);
  constexpr double kSmall = 0.5, kLarge = 1e4;
  const auto dimension = static_cast<double>(d);
  if (t <= kSmall) return SeriesOfDifference(dimension, t);
  if (t > kLarge) return 0;
  return boost::math::hypergeometric_1F1(dimension, dimension / 2, -t, Policy()) - std::exp(-2 * t);
}

}  // namespace mercer
