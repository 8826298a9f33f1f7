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

/// Kernel values in place of the inner products of a row with others, as InnerProductForm says: of
/// doubles or of floats.
inline void ApplyForm(const InnerProductForm& form, double squared, const double* squared_norms,
                      double* values, Index n) {
  form.FromInnerProducts(squared, squared_norms, values, n);
}
inline void ApplyForm(const InnerProductForm& form, float squared, const float* squared_norms,
                      float* values, Index n) {
  form.FromFloatInnerProducts(squared, squared_norms, values, n);
}

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
  /// What a thread needs while it computes.
  struct Scratch {
    std::vector<double> row{}, values{};
    std::vector<float> float_row{};
  };

  /// Kernel and x must outlive this. x is sparse, and the kernel one that PairValues takes, where
  /// values are those of pairs.
  KernelRows(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic, double scale);

  /// Chooses the rows of the given numbers, in that order. O(their size).
  void Choose(std::span<const Index> numbers);

  Index chosen() const { return chosen_; }
  Index stride() const { return stride_; }  // chosen() rounded up to a multiple of 128
  Index grain() const { return grain_; }    // parts of a row begin at multiples of it

  /// out[p] = k(x_number, x of chosen row p)/scale for begin ≤ p < end, 0 from chosen() on. `begin`
  /// is a multiple of grain(), and `end` too, or stride(). The same bits whatever the parts are.
  /// From several threads at once. O((end − begin)·d) or less.
  void Part(Index number, Index begin, Index end, Scratch& scratch, float* out) const;

  /// Bytes, at most, for n rows of d columns with `stored` values.
  static double Bytes(double n, double d, double stored);

 private:
  template <class Real>
  void PartFromProducts(const RowProducts<Real>& products, std::vector<Real>& scratch, Index number,
                        Index begin, Index end, Real* out) const;
  void GramPart(Index number, Index begin, Index end, double* out) const;

  const Kernel& kernel_;
  const InnerProductForm* form_;  // of the kernel, or nullptr
  const Examples& x_;
  KernelArithmetic arithmetic_;
  double scale_;
  Index chosen_ = 0, stride_ = 0, grain_;
  std::optional<PairValues> pairs_;
  // Blocks of grain() rows, or all of them in one of the packed forms.
  std::variant<std::vector<Examples>, RowProducts<double>, RowProducts<float>> rows_;
};

/// The kernel rows used last, in float, in memory of a fixed size. Positions are those of the rows
/// chosen (KernelRows).
class RowCache {
 public:
  /// At most `bytes`, but always two rows, and never more than all n rows of them take. Throws
  /// InvalidInput where that does not fit in memory. `threads` ≥ 1 move rows and clear memory.
  RowCache(KernelRows rows, Index n, double bytes, int threads = 1);

  /// Chooses the rows of the given numbers; what was kept is forgotten.
  void Choose(std::span<const Index> numbers);

  /// Keeps the chosen rows at the given positions (ascending), which have these numbers, also of
  /// the rows held, of which those of other numbers are forgotten.
  void Keep(std::span<const Index> numbers, std::span<const Index> positions);

  Index stride() const { return rows_.stride(); }
  Index grain() const { return rows_.grain(); }

  /// k(x_number, ·)/scale over the rows chosen, stride() values.
  struct Row {
    Index number = 0;
    float* values = nullptr;
    bool missing = false;  // each part is to be computed (Fill) before it is read
  };

  /// The row, which counts as held from now on: it stays until the next but one other row is asked
  /// for, or rows are chosen.
  Row Find(Index number);

  /// Computes a part of the row (KernelRows::Part) where it is missing. From several threads at
  /// once, each with its own part and scratch.
  void Fill(const Row& row, Index begin, Index end, KernelRows::Scratch& scratch) const {
    if (row.missing) rows_.Part(row.number, begin, end, scratch, row.values);
  }

  static double Bytes(double n, double bytes);

 private:
  struct FreeMemory {
    void operator()(float* memory) const;
  };

  float* At(Index slot) const { return memory_.get() + slot * slot_stride_; }
  Index SlotsOf(Index slot_stride) const;
  Index TakeSlot();
  void CloseUp();
  void Clear(Index end);

  KernelRows rows_;
  int threads_;
  Index values_;       // floats of the memory
  Index cleared_ = 0;  // of them, by the system, where several threads share that
  std::unique_ptr<float[], FreeMemory> memory_;
  std::vector<Index> slot_of_;  // of each number, -1 where it is not held
  std::vector<Index> held_;     // the number that a slot holds, or -1
  Index slot_stride_ = 0;       // from one slot to the next: stride(), or what it was before
  // Slots from the one used last to the one used longest ago, then those that hold none.
  std::list<Index> order_;
  std::vector<std::list<Index>::iterator> place_;  // of each slot in it
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
