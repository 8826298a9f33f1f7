#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_COVARIANCE_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_COVARIANCE_H_

#include "core/base/types.h"

namespace mercer {

/// Cov(cos<w₁, u>, cos<w₂, u>) for frequencies w_i = ρ_i q_i of one block of orthogonal Fourier
/// features of exp(−|u|²/2), where q₁, q₂ are uniform orthonormal vectors in d dimensions and ρ_i
/// are independent χ_d (Yu et al. 2016, section 3). With t = |u|²/2 ≥ 0 it is
///
///   ₁F₁(d; d/2; −t) − exp(−2t),
///
/// which is −2t²/(d + 2) + O(t³) for small t and positive for large t. d ≥ 2. The absolute error is
/// below 1e-12, and for t ≤ 1/2 the relative error is too. O(1).
double OrthogonalCovariance(Index d, double t);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_COVARIANCE_H_
