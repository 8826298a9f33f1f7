#ifndef MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_
#define MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_

#include "core/base/types.h"

namespace mercer {

/// The logarithm L of the second moment of one positive feature's estimate relative to k²; the
/// variance relative to k² is exp(L) − 1, where
///
///   L = d log(1 − 4A) − (d/2) log(1 − 8A) + s/(1 − 8A),  s = |x + y|²,  A < 1/8,
///
/// Rows are in units of the bandwidth (Likhosherstov et al. 2022, section 3). L = s for A = 0.
double LogPositiveMoment(Index d, double a, double s);

/// The covariance, relative to k², of the estimates of two positive features whose frequencies w_i
/// = ρ_i v_i have independent lengths χ_d and uniformly rotated directions v_i with cosine c ∈ [−1,
/// 0] (Reid et al. 2023, section 3). With s = |x + y|² and rows in units of the bandwidth it is
///
///   e^(−s) E exp(<w_1 + w_2, x + y>) − 1.
///
/// It is the same for all A and never positive: 0 for s = 0, −1 + O(e^(−s/2)) for large s. For c =
/// 0 it is the mean of (d)_K/(2^K (d/2)_K) − 1 over a Poisson K of mean s. Otherwise it is the mean
/// of that expression, for s times 1 + cB, over the law of B = 2ρ_1ρ_2/(ρ_1² + ρ_2²), computed by
/// the trapezoidal rule for B = sech t. All terms of either sum have its sign, so that the relative
/// error is below 1e-15·max(20, s). d ≥ 2. O(√s) for c = 0, at most a hundred times that otherwise.
double PositiveCovariance(Index d, double s, double c);

/// The A that minimises L at s = f·d: the root of 16A² − (2 − 4f)A − f = 0 that is not positive,
/// where the derivative of L is zero; it is −f/2 + O(f²). f ≥ 0.
double OptimalTilt(double f);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POSITIVE_POSITIVE_VARIANCE_H_
