#ifndef MERCER_CORE_KERNELS_ITEMSET_ANOVA_SECOND_MOMENT_H_
#define MERCER_CORE_KERNELS_ITEMSET_ANOVA_SECOND_MOMENT_H_

#include "core/base/types.h"

namespace mercer {

/// E[k(w, x)² k(w, y)²] as AnovaProductMoment gives it, by power sums: the moment is the
/// coefficient of (t₁t₂t₃t₄)^m in Π_j g(x_j t₁, x_j t₂, y_j t₃, y_j t₄), g(t) = E Π_i (1 + w t_i),
/// and the logarithm of the product has the coefficients c_α Σ_j x_j^(α₁+α₂) y_j^(α₃+α₄), c_α those
/// of log g. Power sums cancel: the relative error is about 1e-13 for rows of many columns of one
/// size, and grows where fewer than m columns hold nearly all of a row. O(d·m² + 4^m·(m + 1)⁴) at
/// most; 10 µs for d = 784 and m = 2.
double AnovaSecondMomentByPowerSums(Index order, const Vector& x, const Vector& y,
                                    double fourth_moment);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ANOVA_SECOND_MOMENT_H_
