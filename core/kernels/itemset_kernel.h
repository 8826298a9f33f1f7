#ifndef MERCER_CORE_KERNELS_ITEMSET_KERNEL_H_
#define MERCER_CORE_KERNELS_ITEMSET_KERNEL_H_

#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = Σ_{V in F} Π_{j in V} x_j y_j for a family F of subsets of {0, …, d − 1} (Atarashi et
/// al. 2019, equation 1). A random vector w with independent coordinates of mean 0 and variance 1
/// gives the unbiased feature z(x) = k(x, w) (section 3).
class ItemsetKernel : public Kernel {
 public:
  /// E[z(x)² z(y)²] of that feature where the coordinates of w have the fourth moment μ₄ (1 for
  /// Rademacher): Σ over quadruples of itemsets. Its difference to k(x, y)² is the variance of one
  /// feature.
  virtual double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_KERNEL_H_
