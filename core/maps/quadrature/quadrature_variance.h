#ifndef MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_VARIANCE_H_
#define MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_VARIANCE_H_

#include "core/base/types.h"

namespace mercer {

/// The variance of the estimate of exp(−t), t = |u|²/2 for u = (x − y)/sigma, by one rule without
/// reflections. The estimate is the mean over the d + 1 vertices v_j of a uniformly rotated simplex
/// of
///
///   (d/ρ_j²) (cos(ρ_j <v_j, u>) − 1) + 1,  ρ_j independent χ_(d+2),
///
/// with the centre included (Munkhoeva et al. 2018, section 3). Without the 1, the second moment of
/// a vertex is 3M(0)/2 − 2M(1) + M(4)/2 for
///
///   M(a) = d/(d − 2) ₁F₁(d/2 − 1; d/2; −a t);
///
/// and the mean product of two vertices is T − 2 exp(−t) + 1 with T = E cos<w_1, u> cos<w_2, u> for
/// lengths χ_d and directions of cosine −1/d. Infinite for d ≤ 2 and t > 0. t ≥ 0. The absolute
/// error is below 1e-12. The cost is about a hundred evaluations of ₁F₁.
double QuadratureRuleVariance(Index d, double t);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_QUADRATURE_VARIANCE_H_
