#ifndef MERCER_CORE_KERNELS_ITEMSET_ALL_SUBSETS_H_
#define MERCER_CORE_KERNELS_ITEMSET_ALL_SUBSETS_H_

#include <memory>
#include <string>

#include "core/kernels/itemset/itemset_kernel.h"
#include "core/kernels/kernel_entry.h"
#include "core/kernels/pair_form.h"

namespace mercer {

/// k(x, y) = Π_j (1 + x_j y_j): the itemset kernel of all subsets, the empty one too (Atarashi et
/// al. 2019, section 2). It grows up to exp(|x|·|y|): scale rows down. O(d).
class AllSubsetsKernel : public ItemsetKernel, public PairForm {
 public:
  /// Π_j (1 + x_j² + y_j² + 4 x_j y_j + μ₄ x_j² y_j²). O(d).
  double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const override;
  void EvaluateLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  double FromProducts(std::span<const double> products) const override;
  std::unique_ptr<ItemsetKernel> Clone() const override;
  std::string Describe() const override;
};

KernelEntry AllSubsetsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ALL_SUBSETS_H_
