#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/linalg/row_products.h"

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

/// How kernel values are computed: from inner products of floats or of doubles
/// (InnerProductForm), by Kernel::GramRows, or one pair of sparse rows at a time (PairValues).
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

/// The kernel rows used last, in float, in memory of a fixed size. Positions are those of the rows
/// chosen (KernelRows).
class RowCache {
 public:
  /// At most `bytes`, but always two rows, and never more than all n rows of them take. Throws
  /// InvalidInput where that does not fit in memory.
  RowCache(KernelRows rows, Index n, double bytes);

  /// Chooses the rows of the given numbers; what was kept is forgotten.
  void Choose(std::span<const Index> numbers);

  /// Keeps the chosen rows at the given positions (ascending) only, also of the rows held.
  void Keep(std::span<const Index> numbers, std::span<const Index> positions);

  Index stride() const { return rows_.stride(); }

  /// k(x_number, ·)/scale over the rows chosen, stride() values; stays until the next but one other
  /// row is asked for, or rows are chosen.
  const float* Row(Index number);

  Index computed() const { return computed_; }  // rows so far

  static double Bytes(double n, double bytes);

 private:
  struct FreeMemory {
    void operator()(float* memory) const;
  };

  float* At(Index slot) const { return memory_.get() + slot * rows_.stride(); }
  void CountSlots();

  KernelRows rows_;
  Index values_;  // floats held
  std::unique_ptr<float[], FreeMemory> memory_;
  std::vector<Index> slot_of_;  // of each number, -1 where it is not held
  std::vector<Index> held_;     // the number that a slot holds
  Index slots_ = 0;             // that the memory has room for
  // Slots from the one used last to the one used longest ago.
  std::list<Index> order_;
  std::vector<std::list<Index>::iterator> place_;  // of each slot in it
  Index computed_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
