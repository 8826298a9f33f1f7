#ifndef MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_
#define MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_

#include <optional>
#include <string>

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Quasi-Monte Carlo Fourier features of a kernel whose spectral law is a product (Yang et al.
/// 2014, Algorithm 1): coordinate k of frequency j is the quantile of coordinate k of point j of a
/// low-discrepancy sequence. Variants as in fourier_map.h; cos_offset takes points of d + 1
/// dimensions, the last one times 2π being the offset (libskylark's map). Deterministic where the
/// sequence is not randomised; unbiased where it is. Transform costs O(d·D) per row.
///
/// With `box_scale` c the box of the sequence `adaptive` is that of the training rows: half-widths
/// b_j = c·(largest − smallest value of column j), over the Gaussian kernel's sigma. c = 1 is the
/// smallest box that holds every difference of two rows. The map then needs training rows.
class QuasiFourierSpec : public FeatureMapSpec {
 public:
  /// Throws InvalidInput where the sequence does not have one of the parameters, and for a
  /// box_scale with another sequence than adaptive, or beside box or boxes.
  QuasiFourierSpec(std::string sequence, Params sequence_params, FourierVariant variant,
                   std::optional<double> box_scale = std::nullopt);

  void CheckKernel(const Kernel& kernel) const override;
  /// Single for monte_carlo with variant cos_offset or complex, random_fourier's features then.
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  bool HasFrequencies() const override { return true; }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// That of independent frequencies for monte_carlo; unknown for the others.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// Those of the sequence with its parameters; a lattice has no prefix, as it depends on the
  /// number of points in more than 250 dimensions.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// Throws InvalidInput where the sequence has too few dimensions or points, and where one of its
  /// points has a coordinate 0, whose quantile is infinite.
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  // Coordinates of a point: d, and one for the offset.
  Index PointDim(Index input_dim) const;
  // Those of the sequence, with the box of the training rows where it is asked for.
  Params ParamsFor(const DrawContext& context) const;

  std::string sequence_;
  Params sequence_params_;
  FourierVariant variant_;
  std::optional<double> box_scale_;
};

/// Its parameters are `sequence`, `variant`, `box_scale` and those of every registered sequence.
}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_QUASI_FOURIER_H_
