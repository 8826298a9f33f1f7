#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/maps/skeleton/skeleton_features.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {

std::optional<double> SkeletonFeaturesVariance(const Skeleton& skeleton,
                                               const SkeletonFeaturesOptions& options,
                                               const Vector& x, const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  if (options.count_stored) return std::nullopt;
  const SkeletonLaw law(skeleton, options.max_degree);
  const FeatureMoments m = law.Moments(InputMoments(skeleton, x, y));
  if (!std::isfinite(m.absolute)) return m.absolute;
  const bool takes_part = options.real && skeleton.is_complex();
  const double second =
      takes_part ? m.absolute + (m.square + m.crossed) / 2 : (m.absolute + m.square) / 2;
  if (options.duplicates != Duplicates::kStratify)
    return std::max(0.0, second - m.kernel * m.kernel);
  // Without the constant's share in either moment, over the law of the others.
  const double p = law.ConstantProbability();
  const double rest = m.kernel - p, rest_second = second - p * (takes_part ? 2 : 1);
  return std::max(0.0, (1 - p) * rest_second - rest * rest);
}

std::optional<SecondMoments> SkeletonFeaturesMoments(const Skeleton& skeleton,
                                                     const SkeletonFeaturesOptions& options,
                                                     const Vector& x, const Vector& y) {
  MERCER_CHECK(x.size() == y.size());
  if (options.count_stored || options.real || options.duplicates != Duplicates::kKeep)
    return std::nullopt;
  const SkeletonLaw law(skeleton, options.max_degree);
  const FeatureMoments m = law.Moments(InputMoments(skeleton, x, y));
  return SecondMoments{m.absolute, m.square};
}

std::optional<ErrorBound> SkeletonFeaturesBound(const Skeleton& skeleton,
                                                const SkeletonFeaturesOptions& options,
                                                const RowRadii& radii) {
  // Draws that go on until D features are distinct are not independent.
  if (options.count_stored) return std::nullopt;
  const SkeletonLaw law(skeleton, options.max_degree);
  const double norm = law.FeatureNorm(radii.input_dim);
  double product = norm * norm;
  if (options.real && skeleton.is_complex()) product *= 2;
  if (options.duplicates == Duplicates::kStratify) product *= 1 - law.ConstantProbability();
  if (!std::isfinite(product)) return std::nullopt;
  return ErrorBound{.scale = product,
                    .bias = law.BiasBound(),
                    .product_sup = product,
                    .source = "daniely2017, Hoeffding's inequality"};
}

}  // namespace mercer
