#ifndef MERCER_CORE_METRICS_PROJECTION_BOUND_H_
#define MERCER_CORE_METRICS_PROJECTION_BOUND_H_

#include "core/base/types.h"

namespace mercer {

/// Bound on the loss from learning on a projection of the features (Cotter et al. 2011, Theorem 1).
/// With p* = min (λ/2)|f|² + (1/m) Σ max(0, 1 − y f(x)) over the kernel K, and p̃* the same over
/// K̃, the inner product of an orthogonal projection of K's features (such as the Taylor features):
/// p* ≤ p̃* ≤ p* + (1/(m√λ)) Σ √(K(x_i, x_i) − K̃(x_i, x_i)). Returns the last term, computed from
/// the m ≥ 1 diagonal values of both kernels; λ > 0. Throws InvalidInput, naming the row, if K̃(x,
/// x) exceeds K(x, x) by more than rounding (1e-12 of it), since then K̃ is not a projection. O(m).
double ProjectionLossBound(const Vector& kernel_diagonal, const Vector& approximate_diagonal,
                           double lambda);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_PROJECTION_BOUND_H_
