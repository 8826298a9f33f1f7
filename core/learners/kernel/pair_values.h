#ifndef MERCER_CORE_LEARNERS_KERNEL_PAIR_VALUES_H_
#define MERCER_CORE_LEARNERS_KERNEL_PAIR_VALUES_H_

#include <span>
#include <vector>

#include "core/kernels/kernel.h"

namespace mercer {

/// Kernel values of one pair of sparse rows at a time: the columns that both have are found by
/// walking along the two rows, as LIBSVM does for its own kernels.
class PairValues {
 public:
  /// Throws InvalidInput, naming the learner, where a pair of rows does not tell the kernel's value
  /// by its products (PairForm) or its inner products (InnerProductForm). The kernel must outlive
  /// this.
  PairValues(const char* learner, const Kernel& kernel);

  /// out[p] = k(z_i, row p of rows), both sparse. O(non-zeros of the rows and of z_i for each).
  void Row(const Examples& z, Index i, const Examples& rows, double* out) const;

 private:
  double Value(std::span<const Index> columns, const double* values,
               std::span<const Index> other_columns, const double* other_values,
               std::vector<double>& products) const;

  const PairForm* by_products_;
  const InnerProductForm* by_inner_product_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_PAIR_VALUES_H_
