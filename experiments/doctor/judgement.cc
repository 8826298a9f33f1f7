#include "experiments/doctor/judgement.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace mercer {
namespace {

// A right map fails one of its checks this seldom.
constexpr double kFalseAlarm = 1e-6;

// The |z| that the largest of `pairs` exceeds with probability at most kFalseAlarm. Estimated
// standard errors give Student's law.
double LimitOfZ(Index pairs, Index draws, bool exact_variance) {
  const double tail = kFalseAlarm / (2 * static_cast<double>(pairs));
  if (exact_variance) return quantile(complement(boost::math::normal(), tail));
  const boost::math::students_t law(static_cast<double>(draws - 1));
  return quantile(complement(law, tail));
}

// The largest of `events` shares of the draws in each of which something of probability delta
// happened: none for a deterministic map.
double AllowedShare(const Diagnosis& d, double delta, Index events) {
  if (d.traits.deterministic) return 0;
  const auto draws = static_cast<double>(d.draws);
  const double tail = kFalseAlarm / static_cast<double>(events);
  return quantile(complement(boost::math::binomial(draws, delta), tail)) / draws;
}

void JudgeUnbiased(Diagnosis& d) {
  if (*d.bias_z > d.bias_z_limit) {
    d.faults.push_back("biased: the mean of some pair is " + FormatNumber(*d.bias_z) +
                       " standard errors from the kernel (limit " + FormatNumber(d.bias_z_limit) +
                       ")");
  }
  if (d.exact_variance) {
    const double error = std::abs(d.measured_variance - *d.exact_variance);
    if (error > 6 * d.measured_variance_error + 1e-10 * (1 + *d.exact_variance)) {
      d.faults.push_back("its variance is " + FormatNumber(d.measured_variance) + " and not " +
                         FormatNumber(*d.exact_variance) + " as its formula says");
    }
  }
  // Heavy tails: a slope is the logarithm of few large errors. Points of a randomised sequence
  // complement each other, and err less than independent ones; such maps state no variance.
  const double steepest = d.exact_variance ? -0.7 : -std::numeric_limits<double>::infinity();
  if (d.slope && (*d.slope > -0.3 || *d.slope < steepest)) {
    d.faults.push_back("its error falls as D^" + FormatNumber(*d.slope) + " and not as D^-0.5");
  }
}

}  // namespace

bool MeanIsJudged(const Diagnosis& d) {
  return d.traits.unbiased && !d.traits.deterministic && !d.traits.data_dependent &&
         !d.infinite_variance;
}

void Judge(double delta, Diagnosis& d) {
  if (d.bias_z) d.bias_z_limit = LimitOfZ(d.pairs, d.draws, d.exact_variance.has_value());
  if (MeanIsJudged(d)) JudgeUnbiased(d);
  if (!d.bound) return;
  if (d.bound_violations > AllowedShare(d, delta, d.pairs)) {
    d.faults.push_back("some pair's error exceeds " + FormatNumber(d.bound_epsilon) +
                       ", the bound of " + d.bound->source + ", in a share " +
                       FormatNumber(d.bound_violations) + " of the draws");
  }
  if (d.uniform_violations > AllowedShare(d, delta, 1)) {
    d.faults.push_back("some pair's error exceeds " + FormatNumber(*d.uniform_epsilon) +
                       ", the bound for all pairs of " + d.bound->uniform->source +
                       ", in a share " + FormatNumber(d.uniform_violations) + " of the draws");
  }
}

}  // namespace mercer
