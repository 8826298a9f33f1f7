#ifndef MERCER_CORE_KERNELS_ITEMSET_ITEMSET_KERNEL_H_
#define MERCER_CORE_KERNELS_ITEMSET_ITEMSET_KERNEL_H_

#include <memory>
#include <span>

#include "core/kernels/kernel.h"

namespace mercer {

/// The values of one row that may differ from 0: values[i] is in column columns[i]; columns are
/// ascending.
struct RowValues {
  std::span<const Index> columns;
  const double* values = nullptr;
};

/// k(x, y) = Σ_{V in F} Π_{j in V} x_j y_j for a family F of subsets of {0, …, d − 1} (Atarashi et
/// al. 2019, equation 1). A random vector w with independent coordinates of mean 0 and variance 1
/// gives the unbiased feature z(x) = k(x, w) (section 3).
class ItemsetKernel : public Kernel {
 public:
  /// The number of vectors that EvaluateLanes handles side by side.
  static constexpr Index kLanes = 32;

  /// E[z(x)² z(y)²] for that feature if the coordinates of w have third moment 0 and fourth moment
  /// μ₄ (1 for Rademacher): a sum over quadruples of itemsets. Its difference from k(x, y)² is the
  /// variance of z(x) z(y) for one feature. Throws InvalidInput as CheckInputDim does.
  virtual double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const = 0;

  /// Throws InvalidInput if an itemset of F contains a column that rows of d values do not have.
  virtual void CheckInputDim(Index /*d*/) const {}

  /// out[c] = k(x, y_c) for kLanes vectors of d values, value j of y_c at lanes[j·kLanes + c]. The
  /// sum or product runs over the columns in order, so zeros in x change nothing. There are no
  /// checks.
  virtual void EvaluateLanes(const RowValues& x, Index d, const double* lanes,
                             double* out) const = 0;

  /// EvaluateLanes for Gram matrices; a kernel may round it in another way.
  virtual void GramLanes(const RowValues& x, Index d, const double* lanes, double* out) const {
    EvaluateLanes(x, d, lanes, out);
  }

  /// A copy, for maps that outlive the kernel they were drawn for.
  virtual std::unique_ptr<ItemsetKernel> Clone() const = 0;

  /// Takes 8·kLanes·d bytes in each call, even if the rows are sparse. This function and the next
  /// also throw InvalidInput if these do not fit in memory.
  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
};

/// Row i of x for EvaluateLanes; x must outlive it. `all_columns` are 0 … d − 1, for dense rows.
RowValues ValuesOfRow(const Examples& x, Index i, std::span<const Index> all_columns);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ITEMSET_KERNEL_H_
