#ifndef MERCER_CORE_MAPS_ARC_COSINE_RANDOM_ARC_COSINE_H_
#define MERCER_CORE_MAPS_ARC_COSINE_RANDOM_ARC_COSINE_H_

#include <memory>
#include <optional>
#include <string>

#include "core/maps/feature_map.h"
#include "core/maps/fourier/orthogonal_directions.h"

namespace mercer {

/// Random features of the arc-cosine kernel of order n = 0, 1, 2 (Cho & Saul 2009, equation 1):
///
///   z_i(x) = √(2/D) step(<w_i, x>) <w_i, x>^n,  i = 0 … D − 1, step(0) = 1/2,
///
/// where the w_i are standard Gaussian. `points` says how they are drawn:
///
///   independent, or orthogonal in blocks of d as in orthogonal Fourier features (Yu et al. 2016):
///     CoupledGaussians (orthogonal_directions.h);
///   the name of a low-discrepancy sequence: each coordinate of w_i is the normal quantile of that
///     coordinate of point i (Yang et al. 2014; Munkhoeva et al. 2018, section 5), with the
///     sequence's parameters.
///
/// Unbiased, except for sequences that are not randomised. For independent and orthogonal points
/// the variance of one feature's estimate is 2 k_2n − k_n², where k_2n is the arc-cosine kernel of
/// twice the order. The variance with D features is known only for independent points. O(d·D) per
/// row, O(stored values·D) for a sparse row.
class RandomArcCosineSpec : public FeatureMapSpec {
 public:
  /// points: independent, orthogonal, or the name of a sequence. Throws InvalidInput if the
  /// sequence does not have one of the parameters, and for parameters without a sequence.
  RandomArcCosineSpec(std::string points, Params sequence_params);

  void CheckKernel(const Kernel& kernel) const override;
  SingleFeatures single_features() const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// Known for independent points. 0 for a row of zeros and order n > 0.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput if the sequence has too few dimensions or points, or a point with a
  /// coordinate 0. Orthogonal points cost O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  bool has_sequence() const;
  // For the first two kinds of points; none for a sequence.
  DirectionCoupling coupling() const;

  std::string points_;
  Params sequence_params_;
};

/// 2 k_2n − k_n²: the variance of 2 step(a) step(b) a^n b^n for a = <w, x>, b = <w, y>.
double ArcCosineFeatureVariance(Index order, const Vector& x, const Vector& y);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ARC_COSINE_RANDOM_ARC_COSINE_H_
