#ifndef MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_
#define MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_

#include <memory>
#include <optional>

#include "core/kernels/skeleton/skeleton.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// What becomes of features drawn more than once.
enum class Duplicates { kKeep, kMerge, kStratify };

struct SkeletonFeaturesOptions {
  Duplicates duplicates = Duplicates::kKeep;
  bool count_stored = false;          // D distinct features instead of D draws; with kMerge only
  bool real = false;                  // comment 1 of the paper instead of complex features
  std::optional<Index> max_degree{};  // DegreeLaw
};

/// Random features of a skeleton (Daniely et al. 2017, Algorithm 1): each node draws a degree l
/// from its activation's coefficients and l nodes that point to it, each of which gives a feature;
/// theirs is the product, ψ. Products of base features, stored as lists of indices and multiplied
/// in complex arithmetic. Unbiased, but for count_stored and max_degree.
///
///   keep      z_i = ψ_i/√D for D draws. Draw i is a function of (seed, i).
///   merge     equal features are one column √(c/D)·ψ with its multiplicity c: the same inner
///             products from fewer columns. With count_stored draws go on until D distinct ones are
///             there, but no more than 1000·D (c over their number): slightly biased.
///   stratify  the constant feature, of probability P, is one exact column √P, the first; the D
///             draws are those that are not constant, weighted √((1 − P)/D).
///
/// Features are complex where a base space's are. real takes instead √2·Re ψ or √2·Im ψ, by a fair
/// bit for each draw, and equal features have equal bits.
///
/// Transform costs O(factors + d) per row; C(S) factors on average for each feature (1 for relu and
/// exponential(1) at any depth), and a product of length d for each factor of a gaussian or
/// mahalanobis input. Draw takes O(C(S)·D), 1/(1 − P) times as much for stratify.
class SkeletonFeaturesSpec : public FeatureMapSpec {
 public:
  /// Throws InvalidInput for count_stored without kMerge.
  explicit SkeletonFeaturesSpec(const SkeletonFeaturesOptions& options);

  /// Throws also where C(S) is infinite (a step without max_degree), and for stratify where 1 − P <
  /// 1e-6.
  void CheckKernel(const Kernel& kernel) const override;
  /// Single with keep and without max_degree: real, or complex for those kernels for which
  /// HasComplexFeatures says so.
  SingleFeatures single_features() const override;
  bool HasComplexFeatures(const Kernel& kernel) const override;
  Index OutputDim(const Kernel& kernel, Index input_dim, Index num_random_features) const override;
  /// From the expected number of factors.
  double DrawnBytes(const Kernel& kernel, Index input_dim,
                    Index num_random_features) const override;
  /// Throws InvalidInput for rows outside the skeleton's domain.
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                        const Vector& y) const override;
  std::string NoVarianceReason(const Kernel& kernel) const override;
  std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                    const Vector& y) const override;
  /// max_degree and count_stored are biased; merged columns depend on the draws after them.
  MapTraits Traits(MapTraits of_the_map) const override;
  std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const override;
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  SkeletonFeaturesOptions options_;
};

/// With S = E|F|², Q = E F² and R = E(ψ(x)ψ(y))² for F = ψ(x)ψ(y)*: (S + Q)/2 − k², and S + (Q +
/// R)/2 − k² with real. Infinite where S leaves the disc of an activation's series, as it does for
/// relu over a sphere of n ≥ 3 and x = y. Empty with count_stored.
std::optional<double> SkeletonFeaturesVariance(const Skeleton& skeleton,
                                               const SkeletonFeaturesOptions& options,
                                               const Vector& x, const Vector& y);

/// S and Q. Empty with real, merge, stratify and count_stored, whose columns are not single complex
/// features.
std::optional<SecondMoments> SkeletonFeaturesMoments(const Skeleton& skeleton,
                                                     const SkeletonFeaturesOptions& options,
                                                     const Vector& x, const Vector& y);

/// Hoeffding's inequality for |ψ| ≤ C, the norm of the scheme (a C-bounded scheme, Daniely et al.
/// 2017):
/// scale = C², 2C² with real of complex features, and (1 − P) times that with stratify. C is
/// SkeletonLaw::FeatureNorm, 1 where every base space's is, at any depth. bias is what max_degree
/// adds, SkeletonLaw::BiasBound. Empty where C is infinite, and with count_stored.
std::optional<ErrorBound> SkeletonFeaturesBound(const Skeleton& skeleton,
                                                const SkeletonFeaturesOptions& options,
                                                const RowRadii& radii);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKELETON_SKELETON_FEATURES_H_
