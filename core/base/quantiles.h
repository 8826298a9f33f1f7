#ifndef MERCER_CORE_BASE_QUANTILES_H_
#define MERCER_CORE_BASE_QUANTILES_H_

#include <vector>

namespace mercer {

/// The median of n ≥ 1 values, none of them NaN; for even n, the mean of the middle two. O(n).
double Median(std::vector<double> values);

/// The standard normal quantile: the z with Φ(z) = u, for 0 < u < 1; −inf at 0 and inf at 1.
/// Relative error below 1e-14 in z; odd about u = 1/2. Acklam's rational approximation with two
/// steps of Halley's method on erfc; below 1e-300, Newton's method on the asymptotic series of log
/// Φ. Boost.Math's quantile is not used because it differs in the last bits for 28 of 100 values,
/// and features are computed from these values.
double NormalQuantile(double u);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_QUANTILES_H_
