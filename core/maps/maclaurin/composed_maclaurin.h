#ifndef MERCER_CORE_MAPS_MACLAURIN_COMPOSED_MACLAURIN_H_
#define MERCER_CORE_MAPS_MACLAURIN_COMPOSED_MACLAURIN_H_

#include <memory>
#include <optional>

#include "core/maps/combined/combined_features.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// Random features of a composed kernel f(g(x, y)), f(t) = Σ a_n t^n (Kar & Karnick 2012,
/// supplement, Algorithm 1):
///
///   z_i(x) = sqrt(a_N / (q_N D)) Π_{j ≤ N} W_j(x),  i = 0 … D − 1,
///
/// with the order N from the law q (maclaurin_law.h, stream (seed, kMap, i)) and N independent
/// single features W_j of the inner map for g. All W_j come from one draw of the inner map; feature
/// i takes the next N of them. It is therefore a function of (seed, i), and the prefix property is
/// that of the inner map. Unbiased. The variance per feature is Σ (a_n²/q_n) Mⁿ − k², where M is
/// the second moment of W_j(x) W_j(y); for complex features the sum is the mean of the sums for M =
/// E|c|² and M = E c². Complex if the inner map is. A row costs the inner map with D·E[N] features;
/// E[N] = 1 for p = 2. Rows outside the kernel's domain throw InvalidRow.
class ComposedMaclaurinSpec : public FeatureMapSpec {
 public:
  /// The caller ensures that measure, the p of the law of orders, is > 1.
  ComposedMaclaurinSpec(SinglePart inner, double measure)
      : inner_(std::move(inner)), measure_(measure) {}

  void CheckKernel(const Kernel& kernel) const override;
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// The paper's bound: every |Z(x)Z(y)| is at most Σ_n (a_n/q_n) C_Wⁿ, which is p f(p C_W) for the
  /// paper's law, if the inner map's |W(x)W(y)| is at most C_W; scale is twice that. Empty if the
  /// inner map has no bound or the series diverges.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SinglePart inner_;
  double measure_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_COMPOSED_MACLAURIN_H_
