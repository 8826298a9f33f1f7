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

// Whether one random feature's product cannot be so large that all draws together may have missed
// the errors that count: C + |k| below a tenth of sigma times the root of all features drawn.
bool TailsAreLight(const Diagnosis& d) {
  if (!d.bound || !std::isfinite(d.bound->product_sup)) return false;
  const double features = static_cast<double>(d.draws) * static_cast<double>(d.num_random_features);
  return 2 * d.bound->product_sup < 0.1 * std::sqrt(*d.exact_variance * features);
}

// Too large a variance is one beyond six standard errors. Too small a one may have missed rare
// large errors, which its standard error then misses too: unless they cannot be, it has to be
// smaller by another third.
bool VarianceIsWrong(const Diagnosis& d) {
  const double exact = *d.exact_variance, measured = d.measured_variance;
  const double rounding = 1e-10 * (1 + exact);
  if (measured >= exact) return measured - exact > 6 * d.measured_variance_error + rounding;
  const double relative = measured > 0 ? d.measured_variance_error / measured : 0;
  const double missed = TailsAreLight(d) ? 0 : 0.35;
  return exact - measured > (6 * relative + missed) * exact + rounding;
}

// Six standard errors of a slope through three points of which each has its spread.
double SlopeMargin(const Diagnosis& d) {
  double squares = 0;
  for (const ErrorAtD& e : d.errors) squares += 0.25 * e.spread * e.spread;
  const double range = std::log(static_cast<double>(d.errors.back().num_random_features) /
                                static_cast<double>(d.errors.front().num_random_features));
  return 6 * std::sqrt(squares) / range;
}

void JudgeUnbiased(Diagnosis& d) {
  if (*d.bias_z > d.bias_z_limit) {
    d.faults.push_back("biased: the mean of some pair is " + FormatNumber(*d.bias_z) +
                       " standard errors from the kernel (limit " + FormatNumber(d.bias_z_limit) +
                       ")");
  }
  if (d.exact_variance) {
    if (VarianceIsWrong(d)) {
      d.faults.push_back("its variance is " + FormatNumber(d.measured_variance) + " and not " +
                         FormatNumber(*d.exact_variance) + " as its formula says");
    }
  }
  // Points of a randomised sequence complement each other, and err less than independent ones;
  // such maps state no variance.
  const double margin = 0.2 + SlopeMargin(d);
  const double steepest =
      d.exact_variance ? -0.5 - margin : -std::numeric_limits<double>::infinity();
  if (d.slope && (*d.slope > -0.5 + margin || *d.slope < steepest)) {
    d.faults.push_back("its error falls as D^" + FormatNumber(*d.slope) + " and not as D^-0.5");
  }
}

}  // namespace

bool MeanIsJudged(const Diagnosis& d) {
  return d.traits.unbiased && !d.traits.deterministic && !d.traits.data_dependent &&
         !d.infinite_variance && !d.heavy_tails;
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
