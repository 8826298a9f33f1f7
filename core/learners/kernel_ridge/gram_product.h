#ifndef MERCER_CORE_LEARNERS_KERNEL_RIDGE_GRAM_PRODUCT_H_
#define MERCER_CORE_LEARNERS_KERNEL_RIDGE_GRAM_PRODUCT_H_

#include <variant>

#include "core/kernels/kernel.h"
#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// Products K p of the Gram matrix of x (n × d) with several columns p (n × K) at once. K is
/// computed anew in blocks for each product and never stored. K is symmetric, so the block of rows
/// I and columns J also serves as the block of rows J and columns I.
class GramProduct {
 public:
  /// Packs the rows of x if values are computed from inner products. The kernel and x must outlive
  /// this object; threads ≥ 1.
  GramProduct(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic, int threads);

  /// out = K p, both n × K. Values and sums within a block are in the chosen arithmetic, sums over
  /// blocks in doubles. The result is bit-identical for any number of threads. O(n² (d/2 + K)) time
  /// from inner products, O(n² (d + K)) otherwise.
  void Multiply(const Matrix& p, Matrix& out) const;

  /// An upper bound on the bytes for n rows of d columns with `stored` values and `columns` columns
  /// of p, including what one thread takes.
  static double Bytes(double n, double d, double stored, double columns);

 private:
  template <class Real>
  void MultiplyPacked(const RowProducts<Real>& products, const Matrix& p, Matrix& out) const;
  void MultiplyUnpacked(const Matrix& p, Matrix& out) const;

  const Kernel& kernel_;
  const Examples& x_;
  KernelArithmetic arithmetic_;
  int threads_;
  std::variant<std::monostate, RowProducts<double>, RowProducts<float>> rows_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_RIDGE_GRAM_PRODUCT_H_
