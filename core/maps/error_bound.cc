#include "core/maps/error_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"

namespace mercer {

RowRadii RadiiOf(const Examples& x) {
  RowRadii radii{.input_dim = x.cols()};
  const auto take = [&](const auto& row) {
    radii.l1 = std::max(radii.l1, row.cwiseAbs().sum());
    radii.l2 = std::max(radii.l2, row.norm());
  };
  for (Index i = 0; i < x.rows(); ++i)
    x.is_sparse() ? take(x.sparse().row(i)) : take(x.dense().row(i));
  return radii;
}

double UniformBound::Epsilon(Index num_random_features, double delta) const {
  MERCER_CHECK(num_random_features >= 1 && delta > 0 && delta < 1);
  const auto log_probability = [&](double epsilon) {
    return std::log(factor) + power * std::max(0.0, std::log(base / epsilon)) -
           0.5 * static_cast<double>(num_random_features) * (epsilon / scale) * (epsilon / scale);
  };
  if (scale == 0) return 0;
  // It falls in ε from +inf to −inf.
  double low = 0, high = scale;
  while (log_probability(high) > std::log(delta)) low = high, high *= 2;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    (log_probability(middle) > std::log(delta) ? low : high) = middle;
  }
  return high;
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

std::optional<double> ErrorBound::UniformEpsilon(Index num_random_features, double delta) const {
  if (!uniform) return std::nullopt;
  return bias + uniform->Epsilon(num_random_features, delta);
}

}  // namespace mercer
