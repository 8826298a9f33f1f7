#ifndef MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_
#define MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_

#include <optional>
#include <string>

#include "core/maps/draw_search.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Quasi-Monte Carlo Fourier features of a kernel whose spectral law is a product (Yang et al.
/// 2014, Algorithm 1): coordinate k of frequency j is the quantile of coordinate k of point j of a
/// low-discrepancy sequence. Variants are as in fourier_map.h; cos_offset uses points of d + 1
/// dimensions, and the offset is 2π times the last coordinate (as in libskylark). Deterministic if
/// the sequence is not randomised; unbiased if it is. Transform costs O(d·D) per row.
///
/// With `box_scale` c, the box of the sequence `adaptive` is set from the training rows: its
/// half-widths are b_j = c·(largest − smallest value of column j), divided by the Gaussian kernel's
/// sigma. c = 1 is the smallest box that contains every difference of two rows. The map then needs
/// training rows. The map's parameters are `sequence`, `variant`, `box_scale` and those of every
/// registered sequence.
class QuasiFourierSpec : public FeatureMapSpec, public DrawSearch {
 public:
  /// Throws InvalidInput if the sequence does not have one of the parameters, and for a box_scale
  /// with a sequence other than adaptive, or together with box or boxes.
  QuasiFourierSpec(std::string sequence, Params sequence_params, FourierVariant variant,
                   std::optional<double> box_scale = std::nullopt);

  void CheckKernel(const Kernel& kernel) const override;
  /// Independent for monte_carlo with variant cos_offset or complex, whose features are those of
  /// random_fourier.
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  bool HasFrequencies() const override { return true; }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// Of the minimisation of the sequence adaptive.
  double DrawOperations(const Kernel& kernel, Index input_dim,
                        Index num_random_features) const override;
  /// The variance for independent frequencies for monte_carlo; unknown for the other sequences.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// The traits of the sequence with its parameters. A lattice has no prefix property, as in more
  /// than 250 dimensions it depends on the number of points.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput if the sequence has too few dimensions or points, or if a point has a
  /// coordinate 0, whose quantile is infinite.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  // The number of coordinates of a point: d, and one for the offset.
  Index PointDim(Index input_dim) const;
  // The sequence's parameters, with the box of the training rows if box_scale is set.
  Params ParamsFor(const DrawContext& context) const;

  std::string sequence_;
  Params sequence_params_;
  FourierVariant variant_;
  std::optional<double> box_scale_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_
