#include "experiments/report/statistics/paired_test.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace mercer {

PairedTest TestPairs(std::span<const double> differences, double test_train_ratio) {
  MERCER_CHECK(differences.size() >= 2 && test_train_ratio >= 0);
  const auto n = static_cast<double>(differences.size());
  PairedTest test;
  test.n = static_cast<std::int64_t>(differences.size());
  // From the first one on: equal differences have a spread of 0, to the last bit.
  double beyond = 0;
  for (const double difference : differences) beyond += difference - differences[0];
  test.mean = differences[0] + beyond / n;
  double squares = 0;
  for (const double difference : differences)
    squares += (difference - test.mean) * (difference - test.mean);
  MERCER_CHECK(std::isfinite(squares));
  test.standard_error = std::sqrt((1 / n + test_train_ratio) * squares / (n - 1));
  if (test.standard_error > 0) {
    test.t = test.mean / test.standard_error;
    const boost::math::students_t law(n - 1);
    test.p = 2 * boost::math::cdf(boost::math::complement(law, std::abs(test.t)));
  } else if (test.mean != 0) {
    test.t = std::copysign(std::numeric_limits<double>::infinity(), test.mean);
    test.p = 0;
  }
  return test;
}

}  // namespace mercer
