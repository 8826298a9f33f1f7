#ifndef MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_
#define MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/fourier/orthogonal_directions.h"

namespace mercer {

/// plain: A = 0. optimal: the A of least mean logarithm of the moment over the training rows.
enum class PositiveVariance { kPlain, kOptimal };

/// Positive random features of the exponential and the Gaussian kernel, rows in units of sigma:
///
///   z_i(x) = (1 − 4A)^(d/4)/√D · exp(A|w_i|² + √(1 − 4A) <w_i, x> − c|x|²),
///
/// c = 1/2 for exp(<x, y>) and 1 for exp(−|x − y|²/2), with w_i standard Gaussian: unbiased for
/// every A, and no feature is negative. With A = 0 they are FAVOR+ (Choromanski et al. 2021,
/// section 2.3). With variance optimal (Likhosherstov et al. 2022, section 3, OPRF) A ≤ 0 minimises
/// the variance at the mean of |x + y|² over all pairs of training rows (OptimalTilt in
/// positive_variance.h), which the map needs for it: O(n·d).
///
/// The w_i are those of CoupledGaussians (orthogonal_directions.h), by `coupling`: independent; in
/// blocks of d, whose last is cut, at right angles (orthogonal), at the vertices of a regular
/// simplex (simplex, SimRF of Reid et al. 2023, section 3), or at such vertices turned against each
/// other's sums (weighted_simplex, SimRF+ of section 5, for the lengths of each block; the authors'
/// program has one set of lengths for all blocks). Each w_i has its law, and with F features of
/// which P ordered pairs share a block
///
///   EstimateVariance = k² ((e^L − 1)/F + P/F²·covariance)   (positive_variance.h),
///
/// smaller for simplex than for the others that have one, whatever the rows and A; for
/// weighted_simplex no formula is known.
///
/// A feature overflows where its exponent is above 709, which is told with map and row; exponents
/// are added before anything is raised to them. O(d·D) per row, O(stored values·D) for a sparse
/// one.
class PositiveFeaturesSpec : public FeatureMapSpec {
 public:
  PositiveFeaturesSpec(PositiveVariance variance, DirectionCoupling coupling)
      : variance_(variance), coupling_(coupling) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// Single with variance plain and coupling independent.
  SingleFeatures single_features() const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance for full blocks.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Empty with variance optimal, as A is known when the map is drawn, and with weighted_simplex.
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// variance optimal is from training rows.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput with variance optimal where there are no training rows or their norms
  /// overflow. A coupling costs O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  PositiveVariance variance_;
  DirectionCoupling coupling_;
};

/// A drawn map's A: the tilt of variance optimal for these rows, in the kernel's unit. Throws
/// InvalidInput where there are none or their norms overflow.
double TiltFor(const Kernel& kernel, const Examples& train);

/// EstimateVariance for any A < 1/8 and any coupling but weighted_simplex. Rows of d values each.
double PositiveEstimateVariance(const Kernel& kernel, double a, DirectionCoupling coupling,
                                const Vector& x, const Vector& y, Index num_random_features);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_POSITIVE_POSITIVE_FEATURES_H_
