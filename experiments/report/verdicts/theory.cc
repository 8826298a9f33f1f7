#include "experiments/report/verdicts/theory.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace mercer {

namespace {

double LimitOf(double draws) {
  constexpr double kLimit = 4;
  const double tail = cdf(complement(boost::math::normal(), kLimit));
  return quantile(complement(boost::math::students_t(draws - 1), tail));
}

}  // namespace

Theory CompareWithTheory(double value, double standard_error, const std::vector<double>& measured,
                         bool rows_drawn) {
  Theory theory{value, standard_error};
  if (measured.size() < kTheoryDraws || !std::isfinite(value)) return theory;
  const auto n = static_cast<double>(measured.size());
  double mean = 0, spread = 0;
  for (const double error : measured) mean += error * error / n;
  for (const double error : measured) {
    const double off = error * error - mean;
    spread += off * off / (n - 1);
  }
  // That of the square of what is expected.
  const double of_theory = 2 * value * standard_error;
  const double variance = spread / n + (rows_drawn ? spread : 0) + of_theory * of_theory;
  const double difference = mean - value * value;
  constexpr double kHeavy = 0.5;
  if (variance > 0) theory.z = difference / std::sqrt(variance);
  theory.limit = LimitOf(n);
  theory.heavy_tails = std::sqrt(spread) > kHeavy * mean;
  return theory;
}

}  // namespace mercer
