#include <cmath>

#include "core/maps/skeleton/skeleton_features.h"
#include "core/maps/skeleton/skeleton_law.h"

namespace mercer {

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
