#ifndef MERCER_CORE_MAPS_FOURIER_FASTFOOD_H_
#define MERCER_CORE_MAPS_FOURIER_FASTFOOD_H_

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Fastfood features of a radial kernel (Le, Sarlós & Smola 2013, section 4.1), p the least power
/// of two ≥ d, rows padded with zeros to p values: a block of p frequencies is the rows of
///
///   V = S H G P H B,  B random signs, P a permutation, G Gaussians on a diagonal, H
///   Walsh-Hadamard,
///
/// and S the diagonal that gives row i the length s·χ_p of a draw of the kernel's law, s its scale.
/// Every row then follows that law exactly: unbiased. Rows of one block are dependent, no formula
/// of the variance is known. Variants as in fourier_map.h. O(D log d) per row.
class FastfoodSpec : public FeatureMapSpec {
 public:
  explicit FastfoodSpec(FourierVariant variant) : variant_(variant) {}

  void CheckKernel(const Kernel& kernel) const override;
  bool HasComplexFeatures(const Kernel& /*kernel*/) const override {
    return variant_ == FourierVariant::kComplex;
  }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const override;

 private:
  FourierVariant variant_;
};

MapEntry FastfoodEntry();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_FASTFOOD_H_
