#ifndef MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_
#define MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_

#include "core/maps/circulant/signed_circulant_kernel.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Fourier features of the Gaussian kernel whose frequencies are the rows of signed circulant
/// matrices (Feng, Hu & Liao 2015, section 3). Block t gives frequencies d·t … d·t + d − 1, the
/// rows of
///
///   P = diag(σ)·circ(w)/sigma (signs on the rows, as in the paper) or
///   P = circ(w)·diag(σ)/sigma (signs on the columns),  circ(w)_{ij} = w_{(i − j) mod d}.
///
/// The stream of the block (BlockStream in fourier_map.h) gives d signs σ and then d Gaussians w.
/// Each row follows the kernel's spectral law, so the estimate is unbiased. Signs on the rows
/// change no estimate, as the cosine is even and the offsets are uniform; the rows of a block are
/// then as dependent as those of circ(w). Signs on the columns make the rows all but independent.
/// Variants and offsets are as in fourier_map.h. O(D log d) per row and O(D) memory, for any d. If
/// the number of frequencies is not a multiple of d, the last block is truncated.
class SignedCirculantFourierSpec : public FeatureMapSpec {
 public:
  SignedCirculantFourierSpec(CirculantSigns signs, FourierVariant variant)
      : signs_(signs), variant_(variant) {}

  void CheckKernel(const Kernel& kernel) const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// D·EstimateVariance for a number of frequencies that is a multiple of d. O(d²).
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Exact: the variance for independent frequencies, plus CirculantFourierCovariance for the rows
  /// of a block. O(d²).
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// None, as it would cost O(d²) for each pair.
  std::optional<double> MeanSquaredError(const Kernel&, const Vector&, const Vector&,
                                         Index) const override {
    return std::nullopt;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  CirculantSigns signs_;
  FourierVariant variant_;
};

/// Cov(cos<p, δ>, cos<q, δ>) for rows p and q = p + lag of one block, where `scaled` is δ/sigma.
/// With signs on the rows it is exp(−|δ|²)(cosh ρ − 1), where ρ = Σ_j δ_j δ_{j + lag} is the
/// circular autocorrelation. With signs on the columns it is the mean of that over the signs σ_j
/// σ_{j + lag} of its terms, whose product along each cycle j → j + lag is 1. O(d).
double CirculantFourierCovariance(CirculantSigns signs, const Vector& scaled, Index lag);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_
