#ifndef MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_
#define MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_

#include <memory>
#include <optional>

#include "core/kernels/skeleton/skeleton.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// How features that are drawn more than once are stored.
enum class Duplicates { kKeep, kMerge, kStratify };

struct SkeletonFeaturesOptions {
  Duplicates duplicates = Duplicates::kKeep;
  bool count_stored = false;          // D distinct features instead of D draws; with kMerge only
  bool real = false;                  // real features (comment 1 of the paper)
  std::optional<Index> max_degree{};  // DegreeLaw
};

/// Random features of a skeleton (Daniely et al. 2017, Algorithm 1). Each node draws a degree l
/// from its activation's coefficients, and l of the nodes that point to it. Each of these gives a
/// feature, and the node's feature ψ is their product. Features are therefore products of base
/// features, stored as lists of indices and multiplied in complex arithmetic. Unbiased, except for
/// count_stored and max_degree.
///
///   keep      z_i = ψ_i/√D for D draws. Draw i is a function of (seed, i).
///   merge     Equal features become one column √(c/D)·ψ with multiplicity c, which gives the same
///             inner products with fewer columns. With count_stored, draws go on until there are D
///             distinct features, but there are no more than 1000·D draws (the weight is
///             √(c/draws)); this is slightly biased.
///   stratify  The constant feature, of probability P, is one exact column √P, the first. The D
///             draws are those that are not constant, weighted by √((1 − P)/D).
///
/// Features are complex if those of a base space are. With `real` they are √2·Re ψ or √2·Im ψ
/// instead, chosen by a fair bit for each draw; equal features have equal bits.
///
/// Transform costs O(factors + d) per row, with C(S) factors on average for each feature (1 for
/// relu and exponential(1) at any depth), and an inner product of length d for each factor of a
/// gaussian or mahalanobis input. Draw costs O(C(S)·D), and 1/(1 − P) times as much for stratify.
class SkeletonFeaturesSpec : public FeatureMapSpec {
 public:
  /// Throws InvalidInput for count_stored without kMerge.
  explicit SkeletonFeaturesSpec(const SkeletonFeaturesOptions& options);

  /// Throws also if C(S) is infinite (a step without max_degree), and for stratify if 1 − P < 1e-6.
  void CheckKernel(const Kernel& kernel) const override;
  /// Independent with keep and without max_degree: real, or complex for the kernels for which
  /// HasComplexFeatures is true.
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  /// Based on the expected number of factors.
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// Throws InvalidInput for rows outside the skeleton's domain.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// max_degree and count_stored are biased; merged columns depend on later draws.
  MapTraits Traits(MapTraits of_the_map) const override;
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SkeletonFeaturesOptions options_;
};

/// With S = E|F|², Q = E F² and R = E(ψ(x)ψ(y))² for F = ψ(x)ψ(y)*: (S + Q)/2 − k², or S + (Q +
/// R)/2 − k² with `real`. Infinite if S is outside the disc of convergence of an activation's
/// series, as it is for relu over a sphere of n ≥ 3 and x = y. Empty with count_stored.
std::optional<double> SkeletonFeaturesVariance(const Skeleton& skeleton,
                                               const SkeletonFeaturesOptions& options,
                                               const Vector& x, const Vector& y);

/// The moments S and Q. Empty with real, merge, stratify and count_stored, whose columns are not
/// single complex features.
std::optional<SecondMoments> SkeletonFeaturesMoments(const Skeleton& skeleton,
                                                     const SkeletonFeaturesOptions& options,
                                                     const Vector& x, const Vector& y);

/// Hoeffding's inequality for |ψ| ≤ C, the norm of the scheme (a C-bounded scheme, Daniely et al.
/// 2017): scale = C², or 2C² with `real` for complex features, and (1 − P) times that with
/// stratify. C is SkeletonLaw::FeatureNorm, which is 1 at any depth if the norm of every base space
/// is. bias is SkeletonLaw::BiasBound, the bias due to max_degree. Empty if C is infinite, and with
/// count_stored.
std::optional<ErrorBound> SkeletonFeaturesBound(const Skeleton& skeleton,
                                                const SkeletonFeaturesOptions& options,
                                                const RowRadii& radii);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_
