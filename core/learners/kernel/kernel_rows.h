#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/learners/kernel/pair_values.h"
#include "core/linalg/row_products.h"

namespace mercer {

/// How kernel values are computed: from inner products of floats or of doubles
/// (InnerProductForm), by Kernel::GramRows, or one pair of sparse rows at a time (pair_values.h).
enum class KernelArithmetic { kFloats, kDoubles, kGram, kPairs };

/// What kernel values are divided by before they are stored as floats: 1, or the largest diagonal
/// entry where floats could not hold the values or their squares.
double KernelScale(const Vector& diagonal);

/// The fastest arithmetic whose errors against GramRows are harmless, as 8 rows spread over x show,
/// each with itself, where a squared distance from inner products is worst, and with all others.
/// Errors e are to be below 1e-5 √(k(x_i, x_i) k(x_j, x_j)), and their root mean square below
/// 1e-6/(2√2 cost): a dual objective of coefficients up to `cost` is then off by 1e-6 of itself in
/// one case of twenty at most.
/// Cost 0 asks for the first only. O(8 n d).
KernelArithmetic ChooseArithmetic(const Kernel& kernel, const Examples& x, const Vector& diagonal,
                                  double cost);

/// Rows k(x_i, ·)/scale over chosen rows of x, in float, as often as they are asked for. Holds
/// these rows packed (row_products.h).
class KernelRows {
 public:
  /// Kernel and x must outlive this. x is sparse, and the kernel one that PairValues takes, where
  /// values are those of pairs.
  KernelRows(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic, double scale);

  /// Chooses the rows of the given numbers, in that order. O(their size).
  void Choose(std::span<const Index> numbers);

  Index chosen() const { return chosen_; }
  Index stride() const { return stride_; }  // chosen() rounded up to a multiple of 128

  /// out[p] = k(x_number, x of chosen row p)/scale for p < chosen(), 0 up to stride(). O(n·d) or
  /// less.
  void Row(Index number, float* out);

  /// Bytes, at most, for n rows of d columns with `stored` values.
  static double Bytes(double n, double d, double stored);

 private:
  template <class Real>
  void RowFromProducts(const RowProducts<Real>& products, std::vector<Real>& scratch, Index number,
                       Real* out) const;

  const Kernel& kernel_;
  const Examples& x_;
  KernelArithmetic arithmetic_;
  double scale_;
  Index chosen_ = 0, stride_ = 0;
  std::optional<PairValues> pairs_;
  std::variant<Examples, RowProducts<double>, RowProducts<float>> rows_;
  std::vector<double> scratch_, values_;
  std::vector<float> float_scratch_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
