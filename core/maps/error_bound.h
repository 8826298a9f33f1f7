#ifndef MERCER_CORE_MAPS_ERROR_BOUND_H_
#define MERCER_CORE_MAPS_ERROR_BOUND_H_

#include <optional>
#include <string>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// What a bound may use of the rows it holds for: their largest norms and their dimension.
struct RowRadii {
  double l1 = 0;        // max Σ_j |x_j|
  double l2 = 0;        // max |x|
  Index input_dim = 0;  // d; 0 if unknown
};

/// The radii of the rows of x. O(n·d).
RowRadii RadiiOf(const Examples& x);

/// A bound on the error beyond a bias, for all pairs of rows within the radii at once:
///
///   P[sup |<z(x), z(y)> − k(x, y)| ≥ bias + ε] ≤ factor·(base/ε)^power·exp(−D ε²/(2·scale²)),
///
/// with 1 in place of base/ε if that is smaller, as a covering net has at least one point.
struct UniformBound {
  double factor = 0;
  double base = 0;
  double power = 0;
  double scale = 0;
  std::string source;

  /// The error beyond the bias with D features exceeds this with probability at most delta, 0 <
  /// delta < 1.
  double Epsilon(Index num_random_features, double delta) const;
};

/// A bound on the error for any one pair of rows, from Hoeffding's inequality for features with
/// bounded products, plus the part of the kernel that the map leaves out:
///
///   P[|<z(x), z(y)> − k(x, y)| ≥ bias + ε] ≤ 2 exp(−D ε² / (2·scale²)).
struct ErrorBound {
  double scale = 0;        // 0: nothing is random
  double bias = 0;         // the most that the map leaves out of the kernel
  double product_sup = 0;  // bound on |Z(x)Z(y)| of one feature: the scheme's squared norm
  std::string source;      // "kar2012, section 4"
  std::optional<UniformBound> uniform{};  // if the paper has one and d is known

  /// The error with D features exceeds this with probability at most delta, 0 < delta < 1.
  double Epsilon(Index num_random_features, double delta) const;

  /// The least D for which Epsilon(D, delta) ≤ epsilon; infinite if epsilon ≤ bias. A double, as it
  /// is often astronomically large.
  double NumRandomFeatures(double epsilon, double delta) const;

  /// The largest error over all pairs with D features exceeds this with probability at most delta;
  /// empty without a uniform bound.
  std::optional<double> UniformEpsilon(Index num_random_features, double delta) const;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ERROR_BOUND_H_
