#ifndef MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_
#define MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_

#include <optional>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/maps/maclaurin/maclaurin_series.h"

namespace mercer {

/// The entries of the random vectors: ±1, or one of 1, −1, i, −i; with complex_to_real the real and
/// the imaginary part of a feature are two real columns.
enum class MaclaurinField { kReal, kComplex, kComplexToReal };

/// Independent vectors, or rows of H·Δ, H a Walsh-Hadamard matrix and Δ a diagonal of random
/// entries, drawn without replacement in blocks of NextPowerOfTwo(d).
enum class MaclaurinProjection { kRademacher, kSrht };

/// How random Maclaurin features get their orders from training rows (optimal_maclaurin.h).
struct OptimalLaw {
  MaclaurinField field = MaclaurinField::kReal;
  MaclaurinProjection projection = MaclaurinProjection::kRademacher;
  Index min_order = 2;               // ≥ 1: the series is cut there or later
  std::optional<Index> max_order{};  // ≥ min_order; absent: the kernel's, 10 where it has none
};

/// The highest order that the law may use: max_order, or that of the kernel.
Index HighestOrder(const MaclaurinSeries& series, const OptimalLaw& law);

/// Rows of H in a block: d up to the next power of two. 1 for independent vectors, whose rows are
/// all alike.
Index BlockSize(const OptimalLaw& law, Index input_dim);

/// E|c|² and E c² of c = <w, x><w, y>* with one random vector w, whose mean is t. Numbers, or
/// arrays of them: t², N = |x|²|y|² and q = Σ x_i² y_i².
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

/// What rows say of the orders. Sums are over the orders with a_n > 0, 1 ≤ n ≤ HighestOrder; t =
/// <x, y>, and M = E|c|² of a factor c (FactorMoments; with complex_to_real the mean of its powers
/// and those of E c² comes in its place). Means are over the pairs of different rows, that of
/// the bias over all pairs.
struct OrderStatistics {
  std::vector<Index> orders;  // ascending
  Vector variance;            // a_n² mean g²(Mⁿ − t^(2n)): of one feature of order n
  Vector covariance;  // a_n² mean g²(Sⁿ − t^(2n)), S = t² − (M − t²)/(d − 1), d the block
                      // size: of two features of one block; 0 for independent vectors
  Vector bias;  // bias[k] = mean (k(x, y) − the first k of these and a_0)²
};

/// From m ≥ 2 rows. Inner products of many rows (m²·d > 2^28) are computed in floats, which changes
/// a mean by about 1e-7 of itself. O(m²(d + orders)), 16·m·d bytes. Throws InvalidInput where rows
/// lie outside the kernel's domain, and where the terms of the series are beyond double precision.
OrderStatistics StatisticsOfOrders(const MaclaurinSeries& series, const OptimalLaw& law,
                                   const Examples& rows);

/// How many features each order has.
struct OrderCounts {
  std::vector<Index> orders;  // ascending
  std::vector<Index> counts;  // of each at least 1
  double variance = 0;        // Σ of the statistics' variances for these counts
  double squared_bias = 0;    // of the series cut behind the last order
};

/// The counts, `features` in all, with the least variance + squared_bias (Wacker, Kanagawa &
/// Filippone 2024, section 5): for every place to cut the series from min_order on, one feature for
/// each order, then one after another where it lowers the variance most, of several such the
/// highest order. Of several best cuts the last. Where min_order has more orders than there are
/// features, the series is cut where each still has one. The variance of D features of order n is
/// taken to be variance/D + covariance·pairs(D)/D² for D up to the block size and a covariance ≤ 0,
/// else (variance + (block − 1)·covariance)/D, which is convex. O(features·orders²).
OrderCounts OptimalCounts(const OrderStatistics& statistics, const OptimalLaw& law, Index input_dim,
                          Index features);

/// E|<z(x), z(y)*> − E<z(x), z(y)*>|² of features with these orders and counts, exact: Σ g² a_n²
/// V_n. The mean is the series cut behind the last order. Of complex features with the variance of
/// the imaginary part.
double VarianceOfCounts(const MaclaurinSeries& series, const OptimalLaw& law,
                        const OrderCounts& counts, const Vector& x, const Vector& y);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_OPTIMAL_ORDERS_H_
