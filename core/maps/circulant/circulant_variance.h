#ifndef MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_VARIANCE_H_
#define MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_VARIANCE_H_

#include "core/maps/circulant/signed_circulant_kernel.h"

namespace mercer {

/// Cov(k(p, x) k(p, y), k(q, x) k(q, y)) for the ANOVA kernel k of the order given and the rows p
/// and q = p + lag of one signed circulant matrix. Rows: each sign w_u meets x_{i−u}, y_{i−u} in
/// row i and their neighbours at the lag in the other; these are independent over u
/// (anova_moments.h). Columns: only terms whose parity is the same along each cycle j → j + lag
/// survive both the mean over w and that over σ; an odd cycle takes two columns per step, so cycles
/// longer than 2·order leave nothing. O(d·(order + 1)⁴).
double CirculantCovariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                           Index lag);

/// Var<z(x), z(y)> of D features in blocks of d, the last one cut.
double CirculantVariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                         Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_CIRCULANT_VARIANCE_H_
