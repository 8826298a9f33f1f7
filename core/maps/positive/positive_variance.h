#ifndef MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_
#define MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_

#include "core/base/types.h"

namespace mercer {

/// The variance of one positive feature's estimate over k², exp(L) − 1 with
///
///   L = d log(1 − 4A) − (d/2) log(1 − 8A) + s/(1 − 8A),  s = |x + y|²,  A < 1/8,
///
/// as its logarithm: L. Rows in units of the bandwidth. Likhosherstov et al. 2022, section 3; s for
/// A = 0.
double LogPositiveMoment(Index d, double a, double s);

/// The covariance of the estimates of two positive features over k², whose frequencies w_i = ρ_i
/// v_i have independent lengths χ_d and uniformly rotated directions v_i with the cosine c ∈ [−1,
/// 0] (Reid et al. 2023, section 3): with s = |x + y|², rows in units of the bandwidth,
///
///   e^(−s) E exp(<w_1 + w_2, x + y>) − 1.
///
/// It is the same for all A. Never positive: 0 for s = 0, −1 + O(e^(−s/2)) for large s. For c = 0
/// it is the mean of (d)_K/(2^K (d/2)_K) − 1 over a Poisson K of mean s; else that one's mean, for
/// s times 1 + cB, over the law of B = 2ρ_1ρ_2/(ρ_1² + ρ_2²), by the trapezoidal rule for B = sech
/// t. No term of either has another sign than the sum: relative error below 1e-15·max(20, s).
/// d ≥ 2. O(√s) for c = 0, at most a hundred times that.
double PositiveCovariance(Index d, double s, double c);

/// The A that minimises L at s = f·d: −f/2 + O(f²), the root of 16A² − (2 − 4f)A − f = 0 that is
/// not positive (setting the derivative of L to zero). f ≥ 0.
double OptimalTilt(double f);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_
