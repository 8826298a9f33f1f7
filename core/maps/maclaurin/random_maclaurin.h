#ifndef MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_H_
#define MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_H_

#include <memory>
#include <optional>

#include "core/maps/feature_map.h"
#include "core/maps/maclaurin/maclaurin_law.h"

namespace mercer {

/// Random Maclaurin features of a dot product kernel f(<x, y>) = Σ a_n <x, y>^n (Kar & Karnick
/// 2012, Algorithm 1):
///
///   z_i(x) = sqrt(a_N / (q_N D)) Π_{j ≤ N} <w_j, x>,  i = 0 … D − 1,
///
/// with the order N drawn from the law q (maclaurin_law.h) and Rademacher vectors w_j, both from
/// stream (seed, kMap, i): first the order, then the signs (sign_products.h). An order with a_N = 0
/// gives a zero feature, and so does an order that an unconditioned law wastes. Unbiased, except
/// for max_order, which leaves out the kernel's terms above it.
///
/// The columns of z are the D random features in the order of i. With h01 (section 6.1) sqrt(a_0)
/// and the d columns sqrt(a_1)·x come before them. With constants=merge the features of order 0,
/// which are all the same constant, become one column of the same squared length. It is the first
/// column, and is absent if no order 0 was drawn; the other features follow in the order of i. With
/// constants=exact (Wacker, Kanagawa & Filippone 2024) the first of the D columns is sqrt(a_0), and
/// the D − 1 features after it have orders from 1 to the kernel's highest; without a_0 all D have.
/// Transform costs O(E[N]·d·D) per row; E[N] = 1 for p = 2, and 3 with h01. The law `optimal`,
/// which draws no orders, is a specification of its own (optimal_maclaurin.h).
class RandomMaclaurinSpec : public FeatureMapSpec {
 public:
  /// Throws InvalidInput for h01 with max_order < 2 or constants=exact, for constants=exact with
  /// max_order < 1, and for an unconditioned law without h01. The caller ensures that measure > 1.
  explicit RandomMaclaurinSpec(const RandomMaclaurinOptions& options);

  void CheckKernel(const Kernel& kernel) const override;
  /// Throws InvalidInput for D = 1 with constants=exact and a_0 > 0.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  /// Independent except with h01, max_order, or merged or exact constants.
  SingleFeatures single_features() const override;
  /// Based on the expected number of random vectors. Draw checks it, and then checks the number
  /// drawn.
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// With constants=exact FeatureVariance over the number of features drawn.
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// max_order leaves terms out, which makes the map biased; with merged constants the columns do
  /// not correspond one to one to features.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Empty with constants=exact, which the paper does not bound.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  RandomMaclaurinOptions options_;
};

/// The exact variance of one feature's estimate, E[(Z(x)Z(y))²] − (E[Z(x)Z(y)])² without the factor
/// 1/D: MaclaurinSecondMoment for the M of Rademacher vectors, M = |x|²|y|² + 2t² − 2 Σ x_i² y_i²,
/// minus (Σ_n a_n tⁿ)² over the orders drawn, with t = <x, y>. Infinite if the series diverges or
/// needs over a million terms.
double RandomMaclaurinVariance(const DotProductKernel& kernel,
                               const RandomMaclaurinOptions& options, const Vector& x,
                               const Vector& y);

/// Σ_n (a_n²/q_n) Mⁿ over the orders drawn, where M is the second moment of one factor's estimate.
/// Infinite as above.
double MaclaurinSecondMoment(const DotProductKernel& kernel, const RandomMaclaurinOptions& options,
                             double second_moment);

/// The bound of Kar & Karnick 2012, section 4: if |x|_1, |y|_1 ≤ R, every |Z(x)Z(y)| is at most C =
/// Σ_n (a_n/q_n) R^(2n), which is p f(pR²) for the paper's law, and scale = 2C. bias = Σ a_n
/// |x|^(2n) over the orders above max_order. The bound for all pairs at once, if d is known, has
/// factor 2, base 32RL and power 2d, with L = f'(R²) + p² R √d f'(pR²) for the paper's law. Empty
/// if C is infinite.
std::optional<ErrorBound> RandomMaclaurinBound(const DotProductKernel& kernel,
                                               const RandomMaclaurinOptions& options,
                                               const RowRadii& radii);

/// Σ a_n t^n over the orders n ≥ first, t ≥ 0. Infinite if it diverges or needs over a million
/// terms.
double MaclaurinTail(const DotProductKernel& kernel, Index first, double t);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_RANDOM_MACLAURIN_H_
