#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_FOURIER_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_FOURIER_H_

#include <optional>
#include <string>

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// orf: uniformly random orthogonal directions with the lengths of independent draws. sorf: three
/// products of random signs and Walsh-Hadamard, all of one length.
enum class OrthogonalStructure { kOrf, kSorf };

/// Of orf: those of independent draws, or all √d times the scale.
enum class OrthogonalLengths { kChi, kFixed };

/// Orthogonal random features of a radial kernel (Yu, Suresh, Choromanski, Holtmann-Rice & Kumar
/// 2016, sections 3 and 4), s a scale of the kernel's law for each frequency, variants as in
/// fourier_map.h:
///
///   orf: blocks of d frequencies s_i |g_i| q_i, with g_1 … g_d standard Gaussians (stream (seed,
///     kMap, i) after the offset and the scale) and q_1 … q_d their Gram-Schmidt directions. The
///     lengths |g_i| are independent of these, so each frequency follows the law: unbiased. With
///     lengths fixed √d in place of |g_i|: another kernel, biased; for a scale 1/sigma it is
///     ₀F₁(; d/2; −d z²/4), z = |x − y|/sigma, a Bessel function in place of exp(−z²/2). O(d·D) per
///     row.
///   sorf: blocks of p frequencies, p the least power of two ≥ d, rows of s √p H D₁ H D₂ H D₃ with
///     Walsh-Hadamard H of unit rows and random signs D: all |w| = s √p, hence biased, by less in
///     more dimensions. O(D log d) per row.
///
/// Frequencies of a block are dependent. With the Gaussian kernel their covariance is known for orf
/// (orthogonal_covariance.h): F frequencies, of which P ordered pairs share a block, have
/// EstimateVariance = V/F + P/F²·covariance, V the variance of one frequency.
class OrthogonalFourierSpec : public FeatureMapSpec {
 public:
  OrthogonalFourierSpec(OrthogonalStructure structure, FourierVariant variant,
                        OrthogonalLengths lengths = OrthogonalLengths::kChi)
      : structure_(structure), variant_(variant), lengths_(lengths) {}

  void CheckKernel(const Kernel& kernel) const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance for full blocks.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::optional<double> MeanSquaredError(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  /// sorf is biased, and lengths fixed.
  MapTraits Traits(MapTraits of_the_map) const override;
  /// orf costs O(d²·D).
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  OrthogonalStructure structure_;
  FourierVariant variant_;
  OrthogonalLengths lengths_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_FOURIER_H_
