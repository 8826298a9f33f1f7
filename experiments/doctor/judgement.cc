#include "experiments/doctor/judgement.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

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
  // Heavy tails: a slope is the logarithm of few large errors.
  if (d.slope && std::abs(*d.slope + 0.5) > 0.2) {
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
  const auto draws = static_cast<double>(d.draws);
  double allowed = 0;
  if (!d.traits.deterministic) {
    const double tail = kFalseAlarm / static_cast<double>(d.pairs);
    allowed = quantile(complement(boost::math::binomial(draws, delta), tail)) / draws;
  }
  if (d.bound_violations > allowed) {
    d.faults.push_back("some pair's error exceeds " + FormatNumber(d.bound_epsilon) +
                       ", the bound of " + d.bound->source + ", in a share " +
                       FormatNumber(d.bound_violations) + " of the draws");
  }
}

}  // namespace mercer
