#ifndef MERCER_CORE_KERNELS_ITEMSET_ANOVA_POWER_SUMS_H_
#define MERCER_CORE_KERNELS_ITEMSET_ANOVA_POWER_SUMS_H_

#include "core/kernels/itemset/anova.h"

namespace mercer {

/// The ANOVA kernel of order 2 or 3, its Gram matrices made from the sums of powers
/// p_t = Σ_j x_j^t y_j^t, as in the program of Atarashi et al. 2019 (pyrfm):
///
///   k = (p₁² − p₂)/2                   (order 2)
///   k = (p₁³ − 3 p₂ p₁ + 2 p₃)/6       (order 3)
///
/// The differences cancel, so that values that are 0 may come out as rounding errors, of about
/// 1e-16 of p₁^order, which are not 0: on rows of zeros and equal ones few for order 2, most for
/// order 3. A mean over the entries that are not 0 (GramErrors::mean_absolute_nonzero) then
/// includes them, as the errors printed in the paper's Table 1 do. All else is as in AnovaKernel,
/// and a map's features are made by its recursion. O(d) per value.
class PowerSumAnovaKernel final : public AnovaKernel {
 public:
  /// Throws InvalidInput if the order is neither 2 nor 3.
  explicit PowerSumAnovaKernel(Index order);

  void GramLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  std::string Describe() const override;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ANOVA_POWER_SUMS_H_
