#ifndef MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_
#define MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_

#include <memory>
#include <string>

#include "core/kernels/itemset/itemset_kernel.h"
#include "core/kernels/kernel_entry.h"
#include "core/kernels/pair_form.h"

namespace mercer {

/// k(x, y) = Σ_{j₁ < … < j_m} Π_t x_{j_t} y_{j_t}, order m ≥ 1: the itemset kernel of all subsets
/// of size m (Atarashi et al. 2019, section 2; Blondel et al. 2016). It is 0 where m > d. One value
/// costs O(d·m), by the recursion a_t ← a_t + a_{t−1} x_j y_j over the columns j.
class AnovaKernel : public ItemsetKernel, public PairForm {
 public:
  explicit AnovaKernel(Index order);

  Index order() const { return order_; }

  /// O(8·d·(m + 1)⁴): anova_moments.h.
  double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const override;
  void EvaluateLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  double OperationsPerValue(double nonzeros) const override {
    return 3 * static_cast<double>(order_) * nonzeros;
  }
  double FromProducts(std::span<const double> products) const override;
  std::unique_ptr<ItemsetKernel> Clone() const override;
  std::string Describe() const override;

 private:
  Index order_;
};

KernelEntry AnovaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_
