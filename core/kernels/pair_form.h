#ifndef MERCER_CORE_KERNELS_PAIR_FORM_H_
#define MERCER_CORE_KERNELS_PAIR_FORM_H_

#include <span>

namespace mercer {

/// What a kernel is besides where k(x, y) is a function of the products p_j = x_j y_j of the
/// columns in which both rows have a value: then a single pair of sparse rows tells its value, as
/// LIBSVM evaluates its own kernels. The ANOVA kernel and that of all subsets are such; their
/// values are polynomials in the products, of at most one factor from each column.
class PairForm {
 public:
  virtual ~PairForm() = default;

  /// k from the products. No checks. O(their number), times the order of an ANOVA kernel.
  virtual double FromProducts(std::span<const double> products) const = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_PAIR_FORM_H_
