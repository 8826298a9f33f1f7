#ifndef MERCER_CORE_MAPS_FOURIER_RANDOM_FOURIER_H_
#define MERCER_CORE_MAPS_FOURIER_RANDOM_FOURIER_H_

#include "core/maps/fourier/fourier_map.h"

namespace mercer {

/// Random Fourier features of a shift-invariant kernel (Rahimi & Recht 2007, Algorithm 1; variants
/// in fourier_map.h). In every variant frequency i and its offset are drawn from stream (seed,
/// kMap, i), the offset first. Unbiased: the kernel's κ(x − y) is E cos(<w, x − y>) over its
/// spectral law. Transform costs O(d·D) per row, O(stored values·D) for a sparse row.
class RandomFourierSpec : public FeatureMapSpec {
 public:
  explicit RandomFourierSpec(FourierVariant variant) : variant_(variant) {}

  void CheckKernel(const Kernel& kernel) const override;
  /// Independent except for cos_sin, where two columns share a frequency.
  SingleFeatures single_features() const override;
  bool HasFrequencies() const override { return true; }
  /// These, and Draw, throw InvalidInput for cos_sin with an odd D.
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// Hoeffding's inequality (Rahimi & Recht 2007, after equation 3): with cos_offset the product of
  /// one feature is at most 2; cos_sin averages D/2 cosines and complex D, each at most 1.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  FourierVariant variant_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_RANDOM_FOURIER_H_
