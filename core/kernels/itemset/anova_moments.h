#ifndef MERCER_CORE_KERNELS_ITEMSET_ANOVA_MOMENTS_H_
#define MERCER_CORE_KERNELS_ITEMSET_ANOVA_MOMENTS_H_

#include <span>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The moment of a product of four ANOVA kernels of one order m as a dynamic programme: a
/// polynomial in four variables, of degree ≤ m in each, that counts how many columns each of the
/// four factors has taken. It begins as 1; each column multiplies it. O((m + 1)⁴) per term.
class AnovaStates {
 public:
  /// `coefficient` times the product of the variables f with bit f of `factors` set.
  struct Term {
    unsigned factors = 0;
    double coefficient = 0;
  };

  /// Throws InvalidInput where the (m + 1)⁴ values do not fit in memory.
  explicit AnovaStates(Index order);

  void Multiply(std::span<const Term> polynomial);
  void Add(const AnovaStates& other);

  /// The coefficient of the m-th power of all four: the moment.
  double Result() const { return values_.back(); }

 private:
  Index side_;
  std::vector<double> values_;
};

/// E[k(w, a) k(w, b) k(w, c) k(w, e)] for the ANOVA kernel k of order m and a random vector w of
/// independent coordinates with mean 0, variance 1, third moment 0 and the fourth moment given:
/// each coordinate joins none, two or all of the factors. O(8·d·(m + 1)⁴).
double AnovaProductMoment(Index order, const Vector& a, const Vector& b, const Vector& c,
                          const Vector& e, double fourth_moment);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ANOVA_MOMENTS_H_
