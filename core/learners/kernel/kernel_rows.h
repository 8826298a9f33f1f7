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

/// Replaces the inner products of a row with other rows by kernel values (InnerProductForm), in
/// doubles or floats.
inline void ApplyForm(const InnerProductForm& form, double squared, const double* squared_norms,
                      double* values, Index n) {
  form.FromInnerProducts(squared, squared_norms, values, n);
}
inline void ApplyForm(const InnerProductForm& form, float squared, const float* squared_norms,
                      float* values, Index n) {
  form.FromFloatInnerProducts(squared, squared_norms, values, n);
}

/// Computes kernel values for one pair of sparse rows at a time. The common columns are found by
/// merging the two rows, as LIBSVM does for its own kernels.
class PairValues {
 public:
  /// Throws InvalidInput, naming the learner, unless the kernel's value is a function of the
  /// products of a pair of rows (PairForm) or of their inner products (InnerProductForm). The
  /// kernel must outlive this object.
  PairValues(const char* learner, const Kernel& kernel);

  /// out[p] = k(z_i, row p of rows), both sparse. Each value costs O(non-zeros of z_i and of the
  /// row).
  void Row(const Examples& z, Index i, const Examples& rows, double* out) const;

 private:
  double Value(std::span<const Index> columns, const double* values,
               std::span<const Index> other_columns, const double* other_values,
               std::vector<double>& products) const;

  const PairForm* by_products_;
  const InnerProductForm* by_inner_product_;
};

/// How kernel values are computed: from inner products in floats or in doubles (InnerProductForm),
/// by Kernel::GramRows, or one pair of sparse rows at a time (PairValues).
enum class KernelArithmetic { kFloats, kDoubles, kGram, kPairs };

/// The number by which kernel values are divided before they are stored as floats: 1, or the
/// largest diagonal entry if floats could not hold the values or their squares.
double KernelScale(const Vector& diagonal);

/// The fastest arithmetic whose errors relative to GramRows are harmless. It is tested on 8 rows
/// spread over x, each with all other rows and with itself, where a squared distance from inner
/// products is least accurate. Errors must be below 1e-5 √(k(x_i, x_i) k(x_j, x_j)), and their root
/// mean square below 1e-6/(2√2 cost): a dual objective with coefficients up to `cost` then has a
/// relative error above 1e-6 in at most one case in twenty. A cost of 0 leaves only the first
/// condition. O(8 n d).
KernelArithmetic ChooseArithmetic(const Kernel& kernel, const Examples& x, const Vector& diagonal,
                                  double cost);

/// Computes rows k(x_i, ·)/scale over chosen rows of x, in float, each time they are requested.
/// Holds the chosen rows packed (row_products.h).
class KernelRows {
 public:
  /// The workspace of one thread.
  struct Scratch {
    std::vector<double> row{}, values{};
    std::vector<float> float_row{};
  };

  /// The kernel and x must outlive this object. For KernelArithmetic::kPairs, x must be sparse and
  /// the kernel one that PairValues accepts.
  KernelRows(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic, double scale);

  /// Chooses the rows with the given numbers, in that order. O(size of these rows).
  void Choose(std::span<const Index> numbers);

  Index chosen() const { return chosen_; }
  Index stride() const { return stride_; }  // chosen() rounded up to a multiple of 128
  Index grain() const { return grain_; }    // parts of a row begin at multiples of this

  /// out[p] = k(x_number, x of chosen row p)/scale for begin ≤ p < end, 0 from chosen() on. `begin`
  /// is a multiple of grain(); `end` is one too, or is stride(). Values are bit-identical for any
  /// division into parts. May be called from several threads at once. O((end − begin)·d) or less.
  void Part(Index number, Index begin, Index end, Scratch& scratch, float* out) const;

  /// An upper bound on the bytes for n rows of d columns with `stored` values.
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

/// A cache of the most recently used kernel rows, in float, in memory of fixed size. Positions
/// refer to the chosen rows (KernelRows).
class RowCache {
 public:
  /// The cache takes at most `bytes`, but always holds two rows, and never takes more than all n
  /// rows need. Throws InvalidInput if that does not fit in memory. `threads` ≥ 1 threads move rows
  /// and clear memory.
  RowCache(KernelRows rows, Index n, double bytes, int threads = 1);

  /// Chooses the rows with the given numbers and empties the cache.
  void Choose(std::span<const Index> numbers);

  /// Keeps of the chosen rows only those at the given positions (ascending), which have the given
  /// numbers. Cached rows are shortened to these positions; cached rows with other numbers are
  /// dropped.
  void Keep(std::span<const Index> numbers, std::span<const Index> positions);

  Index stride() const { return rows_.stride(); }
  Index grain() const { return rows_.grain(); }

  /// k(x_number, ·)/scale over the chosen rows, stride() values.
  struct Row {
    Index number = 0;
    float* values = nullptr;
    bool missing = false;  // each part must be computed (Fill) before it is read
  };

  /// Returns the row, which counts as cached from now on. It stays valid until two other rows have
  /// been requested, or until rows are chosen.
  Row Find(Index number);

  /// Computes a part of the row (KernelRows::Part) if it is missing. May be called from several
  /// threads at once, each with its own part and scratch.
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
  Index cleared_ = 0;  // of them, by the system, if several threads share that
  std::unique_ptr<float[], FreeMemory> memory_;
  std::vector<Index> slot_of_;  // of each number, -1 if it is not held
  std::vector<Index> held_;     // the number that a slot holds, or -1
  Index slot_stride_ = 0;       // from one slot to the next: stride(), or what it was before
  // Slots from the most to the least recently used, then the empty ones.
  std::list<Index> order_;
  std::vector<std::list<Index>::iterator> place_;  // of each slot in it
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_ROWS_H_
