#ifndef MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_
#define MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/kernels/itemset/itemset_kernel.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = Σ_{j₁ < … < j_m} Π_t x_{j_t} y_{j_t}, order m ≥ 1: the itemset kernel of all subsets
/// of size m (Atarashi et al. 2019, section 2; Blondel et al. 2016). It is 0 if m > d. One value
/// costs O(d·m), by the recursion a_t ← a_t + a_{t−1} x_j y_j over the columns j.
class AnovaKernel : public ItemsetKernel, public PairForm {
 public:
  explicit AnovaKernel(Index order);

  Index order() const { return order_; }

  /// Uses AnovaSquareMoment up to order kMostSquareOrder and AnovaProductMoment beyond.
  double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const override;
  void EvaluateLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  /// EvaluateLanes in floats, for orders up to kMostFloatOrder.
  static constexpr Index kMostFloatOrder = 5;
  void EvaluateFloatLanes(const RowValues& x, const float* lanes, float* out) const;

  double OperationsPerValue(double nonzeros) const override {
    return 3 * static_cast<double>(order_) * nonzeros;
  }
  double FromProducts(std::span<const double> products) const override;
  std::unique_ptr<ItemsetKernel> Clone() const override;
  std::string Describe() const override;

 private:
  Index order_;
};

/// k(x, y) = Π_j (1 + x_j y_j): the itemset kernel of all subsets, including the empty one
/// (Atarashi et al. 2019, section 2). It can be as large as exp(|x|·|y|), so rows should be scaled
/// down. O(d).
class AllSubsetsKernel : public ItemsetKernel, public PairForm {
 public:
  /// Π_j (1 + x_j² + y_j² + 4 x_j y_j + μ₄ x_j² y_j²). O(d).
  double SecondMoment(const Vector& x, const Vector& y, double fourth_moment) const override;
  void EvaluateLanes(const RowValues& x, Index d, const double* lanes, double* out) const override;
  double FromProducts(std::span<const double> products) const override;
  std::unique_ptr<ItemsetKernel> Clone() const override;
  std::string Describe() const override;
};

/// The moment of a product of four ANOVA kernels of the same order m by dynamic programming. The
/// state is a polynomial in four variables, of degree ≤ m in each, that counts how many columns
/// each of the four factors has taken. It starts as 1 and is multiplied by a polynomial for each
/// column. O((m + 1)⁴) per term.
class AnovaStates {
 public:
  /// `coefficient` times the product of the variables f with bit f of `factors` set.
  struct Term {
    unsigned factors = 0;
    double coefficient = 0;
  };

  /// Throws InvalidInput if the (m + 1)⁴ values do not fit in memory.
  explicit AnovaStates(Index order);

  void Multiply(std::span<const Term> polynomial);
  void Add(const AnovaStates& other);

  /// The moment: the coefficient of the m-th power of all four variables.
  double Result() const { return values_.back(); }

 private:
  Index side_;
  std::vector<double> values_;
};

/// The largest order that AnovaSquareMoment accepts; its binomials are then far from overflow.
inline constexpr Index kMostSquareOrder = 100;

/// AnovaProductMoment of x, x, y, y. A column joins both factors of x (A), both of y (B), all four
/// (AB), or one of x and one of y (C), and every way of choosing these counts:
///
///   Σ_s C(2s, s)² [A^(m−s) B^(m−s) C^(2s)]
///       Π_j (1 + x_j² A + y_j² B + x_j y_j C + μ₄ x_j² y_j² AB).
///
/// O(d·(m + 1)³), where d counts only the columns in which x or y is not 0.
double AnovaSquareMoment(Index order, const Vector& x, const Vector& y, double fourth_moment);

/// E[k(w, a) k(w, b) k(w, c) k(w, e)] for the ANOVA kernel k of order m and a random vector w whose
/// independent coordinates have mean 0, variance 1, third moment 0 and the given fourth moment:
/// each coordinate joins none, two or all of the factors. O(8·d·(m + 1)⁴).
double AnovaProductMoment(Index order, const Vector& a, const Vector& b, const Vector& c,
                          const Vector& e, double fourth_moment);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_ITEMSET_ANOVA_H_
