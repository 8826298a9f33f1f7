#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_FOURIER_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_FOURIER_H_

#include <optional>
#include <string>

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// orf: uniformly random orthogonal directions with the lengths of independent draws. sorf: three
/// products of random signs and Walsh-Hadamard matrices, all frequencies of one length.
enum class OrthogonalStructure { kOrf, kSorf };

/// The lengths of the frequencies of orf: those of independent draws, or all √d times the scale.
enum class OrthogonalLengths { kChi, kFixed };

/// Orthogonal random features of a radial kernel (Yu, Suresh, Choromanski, Holtmann-Rice & Kumar
/// 2016, sections 3 and 4). s is a scale of the kernel's spectral law, drawn for each frequency;
/// variants are as in fourier_map.h:
///
///   orf: blocks of d frequencies s_i |g_i| q_i, where g_1 … g_d are standard Gaussians (stream
///     (seed, kMap, i) after the offset and the scale) and q_1 … q_d are their Gram-Schmidt
///     directions. The lengths |g_i| are independent of the directions, so that each frequency
///     follows the spectral law and the estimate is unbiased. With lengths fixed, √d replaces
///     |g_i|: this estimates another kernel and is biased. For a scale 1/sigma that kernel is ₀F₁(;
///     d/2; −d z²/4), z = |x − y|/sigma, a Bessel function in place of exp(−z²/2). O(d·D) per row.
///   sorf: blocks of p frequencies, p the least power of two ≥ d: the rows of s √p H D₁ H D₂ H D₃
///     with a Walsh-Hadamard matrix H of unit rows and diagonal matrices D of random signs. All |w|
///     = s √p, so that it is biased, but less in higher dimensions. O(D log d) per row.
///
/// The frequencies of a block are dependent. For orf with the Gaussian kernel their covariance is
/// known (orthogonal_covariance.h): with F frequencies, of which P ordered pairs share a block,
/// EstimateVariance = V/F + P/F²·covariance, where V is the variance for one frequency.
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
  /// sorf and fixed lengths are biased.
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
