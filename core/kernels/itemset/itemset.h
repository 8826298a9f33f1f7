#ifndef MERCER_CORE_KERNELS_ITEMSET_ITEMSET_H_
#define MERCER_CORE_KERNELS_ITEMSET_ITEMSET_H_

#include <memory>
#include <string>
#include <vector>

#include "core/kernels/itemset/itemset_kernel.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = Σ_V Π_{j in V} x_j y_j over a list of itemsets V (Atarashi et al. 2019, equation 1).
/// Columns count from 0; the empty itemset is the constant 1. O(d + Σ|V|).
class ListedItemsetKernel : public ItemsetKernel {
 public:
  /// Throws InvalidInput if the list is empty, a column is negative, an itemset contains a column
  /// twice, or an itemset is listed twice.
  explicit ListedItemsetKernel(std::vector<std::vector<Index>> itemsets);

  /// The itemsets in the given order, each with ascending columns.
  const std::vector<std::vector<Index>>& itemsets() const { return itemsets_; }

  /// Groups the pairs of itemsets by their symmetric difference: O(|F|²·log|F|), plus, for μ₄ ≠ 1,
  /// the square of the size of each group.
  double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const override;
  void CheckInputDim(Index d) const override;
  void EvaluateLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  std::unique_ptr<ItemsetKernel> Clone() const override;
  std::string Describe() const override;

 private:
  std::vector<std::vector<Index>> itemsets_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ITEMSET_H_
