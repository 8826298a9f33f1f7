#ifndef MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_
#define MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_

#include "core/maps/circulant/signed_circulant_kernel.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Fourier features of the Gaussian kernel whose frequencies are the rows of signed circulant
/// matrices (Feng, Hu & Liao 2015, section 3): block t gives frequencies d·t … d·t + d − 1, from
/// row i of
///
///   P = diag(σ)·circ(w)/sigma (rows, as the paper) or circ(w)·diag(σ)/sigma (columns),
///   circ(w)_{ij} = w_{(i − j) mod d},
///
/// d signs σ and then d Gaussians w from the block's stream (BlockStream in fourier_map.h). Each
/// row follows the kernel's law: unbiased. With signs on the rows σ changes no estimate (the cosine
/// is even and offsets are uniform), and rows of a block are as dependent as those of circ(w); on
/// the columns it makes them all but independent. Variants and offsets as in fourier_map.h. O(D log
/// d) per row, O(D) memory, for any d; where the frequencies are not a multiple of d the last block
/// is cut.
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
  /// D·EstimateVariance where the frequencies are a multiple of d. O(d²).
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  /// Exact: that of independent frequencies, and CirculantFourierCovariance of the rows of a block.
  /// O(d²).
  std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x, const Vector& y,
                                         Index num_random_features) const override;
  /// None: O(d²) for a pair.
  std::optional<double> MeanSquaredError(const Kernel&, const Vector&, const Vector&,
                                         Index) const override {
    return std::nullopt;
  }
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  CirculantSigns signs_;
  FourierVariant variant_;
};

/// Cov(cos<p, δ>, cos<q, δ>) for rows p and q = p + lag of one block, `scaled` = δ/sigma. Rows:
/// exp(−|δ|²)(cosh ρ − 1) with the circular autocorrelation ρ = Σ_j δ_j δ_{j + lag}. Columns: the
/// mean of that over the signs σ_j σ_{j + lag} of its terms, whose product along each cycle j →
/// j + lag is 1. O(d).
double CirculantFourierCovariance(CirculantSigns signs, const Vector& scaled, Index lag);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_FOURIER_H_
