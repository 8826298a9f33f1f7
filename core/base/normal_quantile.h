#ifndef MERCER_CORE_BASE_NORMAL_QUANTILE_H_
#define MERCER_CORE_BASE_NORMAL_QUANTILE_H_

namespace mercer {

/// The z with Φ(z) = u, the standard normal's quantile, for 0 < u < 1; −inf at 0 and inf at 1.
/// Relative error below 1e-14 in z; odd about u = 1/2. Acklam's rational approximation with two
/// steps of Halley's method on erfc.
double NormalQuantile(double u);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_NORMAL_QUANTILE_H_
