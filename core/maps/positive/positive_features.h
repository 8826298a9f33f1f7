#ifndef MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_
#define MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/fourier/orthogonal_directions.h"

namespace mercer {

/// How A is chosen. plain: A = 0. optimal: the A with the least mean logarithm of the second moment
/// over the training rows.
enum class PositiveVariance { kPlain, kOptimal };

/// Positive random features of the exponential and the Gaussian kernel, with rows in units of
/// sigma:
///
///   z_i(x) = (1 − 4A)^(d/4)/√D · exp(A|w_i|² + √(1 − 4A) <w_i, x> − c|x|²),
///
/// with c = 1/2 for exp(<x, y>), c = 1 for exp(−|x − y|²/2), and w_i standard Gaussian. Unbiased
/// for every A, and no feature is negative. With A = 0 they are FAVOR+ (Choromanski et al. 2021,
/// section 2.3). With variance optimal (Likhosherstov et al. 2022, section 3, OPRF), A ≤ 0
/// minimises the variance at the mean of |x + y|² over all pairs of training rows (OptimalTilt in
/// positive_variance.h); the map then needs training rows, and choosing A costs O(n·d).
///
/// The w_i are those of CoupledGaussians (orthogonal_directions.h). `coupling` makes them
/// independent, or couples them in blocks of d, the last of which is truncated: at right angles
/// (orthogonal), at the vertices of a regular simplex (simplex, SimRF of Reid et al. 2023, section
/// 3), or at such vertices turned against each other's sums (weighted_simplex, SimRF+ of section 5,
/// for the lengths of each block; the authors' program uses one set of lengths for all blocks).
/// Each w_i by itself is standard Gaussian. With F features, of which P ordered pairs share a
/// block,
///
///   EstimateVariance = k² ((e^L − 1)/F + P/F²·covariance)   (positive_variance.h),
///
/// for all couplings but weighted_simplex, for which no formula is known. It is smaller for simplex
/// than for the other two, for all rows and every A.
///
/// A feature overflows if its exponent is above 709; the error then names the map and the row. The
/// exponents are added before the exponential is taken. O(d·D) per row, O(stored values·D) for a
/// sparse row.
class PositiveFeaturesSpec : public FeatureMapSpec {
 public:
  PositiveFeaturesSpec(PositiveVariance variance, DirectionCoupling coupling)
      : variance_(variance), coupling_(coupling) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// Independent with variance plain and coupling independent.
  SingleFeatures single_features() const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance for full blocks.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Empty with variance optimal, as A is known only when the map is drawn, and with
  /// weighted_simplex.
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// variance optimal is data-dependent.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// With variance optimal, throws InvalidInput if there are no training rows or their norms
  /// overflow. A coupling costs O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  PositiveVariance variance_;
  DirectionCoupling coupling_;
};

/// The A of a drawn map with variance optimal for these rows, in the kernel's unit. Throws
/// InvalidInput if there are no rows or their norms overflow.
double TiltFor(const Kernel& kernel, const Examples& train);

/// EstimateVariance for any A < 1/8 and any coupling but weighted_simplex. x and y have d values
/// each.
double PositiveEstimateVariance(const Kernel& kernel, double a, DirectionCoupling coupling,
                                const Vector& x, const Vector& y, Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_
