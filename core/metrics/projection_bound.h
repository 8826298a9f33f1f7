#ifndef MERCER_CORE_METRICS_PROJECTION_BOUND_H_
#define MERCER_CORE_METRICS_PROJECTION_BOUND_H_

#include "core/base/types.h"

namespace mercer {

/// How much learning on a projection of the features can cost (Cotter et al. 2011, Theorem 1). With
/// p* = min (λ/2)|f|² + (1/m) Σ max(0, 1 − y f(x)) over the kernel K, and p̃* the same over K̃, the
/// inner product of an orthogonal projection of K's features (as Taylor features are):
/// p* ≤ p̃* ≤ p* + (1/(m√λ)) Σ √(K(x_i, x_i) − K̃(x_i, x_i)).
/// Returns the last term, from the m ≥ 1 diagonal values of both; λ > 0. Throws InvalidInput that
/// names the row where K̃(x, x) is above K(x, x) by more than rounding, 1e-12 of it: that is no
/// projection. O(m).
double ProjectionLossBound(const Vector& kernel_diagonal, const Vector& approximate_diagonal,
                           double lambda);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_PROJECTION_BOUND_H_
