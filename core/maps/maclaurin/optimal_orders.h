#ifndef MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_
#define MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_

#include <optional>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/maps/maclaurin/maclaurin_series.h"

namespace mercer {

/// The entries of the random vectors: ±1, or one of 1, −1, i, −i. With complex_to_real the real and
/// the imaginary part of a complex feature are two real columns.
enum class MaclaurinField { kReal, kComplex, kComplexToReal };

/// Independent vectors, or rows of H·Δ drawn without replacement in blocks of NextPowerOfTwo(d),
/// where H is a Walsh-Hadamard matrix and Δ is diagonal with random entries.
enum class MaclaurinProjection { kRademacher, kSrht };

/// How the orders of random Maclaurin features are chosen from training rows (optimal_maclaurin.h).
struct OptimalLaw {
  MaclaurinField field = MaclaurinField::kReal;
  MaclaurinProjection projection = MaclaurinProjection::kRademacher;
  Index min_order = 2;               // ≥ 1: the series is truncated there or later
  std::optional<Index> max_order{};  // ≥ min_order; absent: the kernel's, or 10 if it has none
};

/// The highest order that the law may use: max_order, or that of the kernel.
Index HighestOrder(const MaclaurinSeries& series, const OptimalLaw& law);

/// The number of rows of H in a block: d rounded up to a power of two. 1 for independent vectors,
/// whose rows form no blocks.
Index BlockSize(const OptimalLaw& law, Index input_dim);

/// E|c|² and E c² of c = <w, x><w, y>*, whose mean is t, with one random vector w. They are
/// computed from t², N = |x|²|y|² and q = Σ x_i² y_i², which are numbers or arrays.
template <class Value = double>
struct FactorMoments {
  Value absolute{};
  Value square{};
};
template <class Value>
FactorMoments<Value> MomentsOfFactor(MaclaurinField field, const Value& t_squared,
                                     const Value& norms, const Value& q) {
  const double pairs = field == MaclaurinField::kReal ? 2 : 1;
  return {norms + pairs * (t_squared - q),
          (field == MaclaurinField::kReal ? norms : t_squared) + pairs * (t_squared - q)};
}

/// Statistics of the orders over pairs of rows, for the orders with a_n > 0 and 1 ≤ n ≤
/// HighestOrder. Here t = <x, y>, and M = E|c|² of a factor c (FactorMoments); with complex_to_real
/// Mⁿ is replaced by the mean of (E|c|²)ⁿ and (E c²)ⁿ. Means are over the pairs of different rows;
/// the mean in the bias is over all pairs.
struct OrderStatistics {
  std::vector<Index> orders;  // ascending
  Vector variance;            // a_n² mean g²(Mⁿ − t^(2n)): for one feature of order n
  Vector covariance;  // a_n² mean g²(Sⁿ − t^(2n)), S = t² − (M − t²)/(d − 1), d the block
                      // size: for two features of one block; 0 for independent vectors
  Vector bias;  // bias[k] = mean (k(x, y) − the terms of a_0 and the first k orders)²
};

/// Computes them from m ≥ 2 rows. If there are many rows (m²·d > 2^28), inner products are computed
/// in floats, which changes a mean by about 1e-7 of its value. Throws InvalidInput if rows lie
/// outside the kernel's domain or if the terms of the series exceed double precision. O(m²(d +
/// orders)), 40·m·d bytes.
OrderStatistics StatisticsOfOrders(const MaclaurinSeries& series, const OptimalLaw& law,
                                   const Examples& rows);

/// How many features each order has.
struct OrderCounts {
  std::vector<Index> orders;  // ascending
  std::vector<Index> counts;  // at least 1 for each order
  double variance = 0;        // sum of the orders' variances for these counts
  double squared_bias = 0;    // of the series truncated after the last order
};

/// The counts, `features` in total, with the least variance + squared_bias (Wacker, Kanagawa &
/// Filippone 2024, section 5). For every order from min_order on at which the series can be
/// truncated, each order gets one feature, and the others are added one at a time to the order
/// where a feature lowers the variance most (the highest of several such orders). If several
/// truncations are best, the last is taken. If there are fewer features than orders up to
/// min_order, the series is truncated where each order still has one. The variance of D features of
/// order n is taken to be variance/D + covariance·pairs(D)/D² if D is at most the block size and
/// the covariance is ≤ 0, else (variance + (block − 1)·covariance)/D, which is convex.
/// O(features·orders²).
OrderCounts OptimalCounts(const OrderStatistics& statistics, const OptimalLaw& law, Index input_dim,
                          Index features);

/// E|<z(x), z(y)*> − E<z(x), z(y)*>|² of features with these orders and counts, exact: Σ g² a_n²
/// V_n. The mean is the series truncated after the last order. For complex features it includes the
/// variance of the imaginary part.
double VarianceOfCounts(const MaclaurinSeries& series, const OptimalLaw& law,
                        const OrderCounts& counts, const Vector& x, const Vector& y);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_
