#ifndef MERCER_CORE_MAPS_COMBINED_SUM_PRODUCT_FEATURES_H_
#define MERCER_CORE_MAPS_COMBINED_SUM_PRODUCT_FEATURES_H_

#include <memory>
#include <optional>

#include "core/maps/combined/combined_features.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// Random features of a sum of kernels Σ w_m k_m (Daniely et al. 2017, Lemma 9). Each feature draws
/// a part m with probability w_m / W, W = Σ w_m, and is
///
///   z_i(x) = sqrt(W / D) · (the next single feature of the map of part m)(x).
///
/// The part is drawn from stream (seed, kMap, i). Unbiased. The variance per feature is W Σ w_m M_m
/// − k², where M_m are the second moments of the parts; for complex features the first term is the
/// mean of W Σ w_m E|c_m|² and W Σ w_m E c_m². Complex if a part is. A row costs D features in all.
class SumFeaturesSpec : public FeatureMapSpec {
 public:
  /// One map for each part of the kernel, in its order.
  explicit SumFeaturesSpec(SingleParts parts) : parts_(std::move(parts)) {}

  void CheckKernel(const Kernel& kernel) const override;
  SingleFeatures single_features() const override { return SingleFeaturesOf(parts_); }
  bool HasComplexFeatures(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// Hoeffding's inequality with W times the largest bound on a part's product; empty if a part has
  /// no bound.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SingleParts parts_;
};

/// Random features of a product of kernels Π k_m (Daniely et al. 2017, Lemma 10): the product of
/// independent features of its parts,
///
///   z_i(x) = D^(−1/2) Π_m (single feature i of the map of part m)(x).
///
/// Unbiased. The variance per feature is Π M_m − k², where M_m are the second moments of the parts;
/// for complex features the first term is the mean of Π E|c_m|² and Π E c_m². Complex if a part is.
/// A row costs D features of every part.
class ProductFeaturesSpec : public FeatureMapSpec {
 public:
  /// One map for each part of the kernel, in its order.
  explicit ProductFeaturesSpec(SingleParts parts) : parts_(std::move(parts)) {}

  void CheckKernel(const Kernel& kernel) const override;
  SingleFeatures single_features() const override { return SingleFeaturesOf(parts_); }
  bool HasComplexFeatures(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// Hoeffding's inequality with the product of the bounds on the parts' products; empty if a part
  /// has no bound.
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SingleParts parts_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_COMBINED_SUM_PRODUCT_FEATURES_H_
