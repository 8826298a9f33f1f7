#ifndef MERCER_CORE_BASE_QUANTILES_H_
#define MERCER_CORE_BASE_QUANTILES_H_

#include <vector>

namespace mercer {

/// The middle of at least one value, none of them NaN; of an even number, the mean of the middle
/// two. O(n).
double Median(std::vector<double> values);

/// The z with Φ(z) = u, the standard normal's quantile, for 0 < u < 1; −inf at 0 and inf at 1.
/// Relative error below 1e-14 in z; odd about u = 1/2. Acklam's rational approximation with two
/// steps of Halley's method on erfc. Not Boost.Math's quantile, which differs in the last bits of
/// 28 of 100 values: features are made of these.
double NormalQuantile(double u);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_QUANTILES_H_
