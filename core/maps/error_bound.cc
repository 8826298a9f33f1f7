#include "core/maps/error_bound.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace mercer {

RowRadii RadiiOf(const Examples& x) {
  RowRadii radii;
  for (Index i = 0; i < x.rows(); ++i) {
    const Eigen::RowVectorXd row = x.DenseRows(i, 1).row(0);
    radii.l1 = std::max(radii.l1, row.lpNorm<1>());
    radii.l2 = std::max(radii.l2, row.norm());
  }
  return radii;
}

double ErrorBound::Epsilon(Index num_random_features, double delta) const {
  MERCER_CHECK(num_random_features >= 1 && delta > 0 && delta < 1);
  return bias +
         scale * std::sqrt(2 * std::log(2 / delta) / static_cast<double>(num_random_features));
}

double ErrorBound::NumRandomFeatures(double epsilon, double delta) const {
  MERCER_CHECK(delta > 0 && delta < 1);
  if (scale == 0 && epsilon >= bias) return 1;
  if (epsilon <= bias) return std::numeric_limits<double>::infinity();
  const double ratio = scale / (epsilon - bias);
  return std::max(1.0, std::ceil(2 * std::log(2 / delta) * ratio * ratio));
}

}  // namespace mercer
