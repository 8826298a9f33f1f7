#ifndef MERCER_CORE_MAPS_ERROR_BOUND_H_
#define MERCER_CORE_MAPS_ERROR_BOUND_H_

#include <optional>
#include <string>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// What a bound may know of the rows that it speaks of: their largest norms and their length.
struct RowRadii {
  double l1 = 0;        // max Σ_j |x_j|
  double l2 = 0;        // max |x|
  Index input_dim = 0;  // d; 0 where it is not known
};

/// The radii of the rows of x. O(n·d).
RowRadii RadiiOf(const Examples& x);

/// What theory grants a map for all pairs of rows within the radii at once, beyond a bias:
///
///   P[sup |<z(x), z(y)> − k(x, y)| ≥ bias + ε] ≤ factor·(base/ε)^power·exp(−D ε²/(2·scale²)),
///
/// with 1 in place of base/ε where that is smaller: a net has one point at least.
struct UniformBound {
  double factor = 0;
  double base = 0;
  double power = 0;
  double scale = 0;
  std::string source;

  /// The ε that D features exceed with probability at most delta, 0 < delta < 1.
  double Epsilon(Index num_random_features, double delta) const;
};

/// What theory grants a map for one pair of rows, whatever the pair (Hoeffding's inequality for
/// features whose products are bounded, plus what the map leaves out):
///
///   P[|<z(x), z(y)> − k(x, y)| ≥ bias + ε] ≤ 2 exp(−D ε² / (2·scale²)).
struct ErrorBound {
  double scale = 0;        // 0: nothing is random
  double bias = 0;         // what the map leaves out of the kernel, at most
  double product_sup = 0;  // no |Z(x)Z(y)| of one feature exceeds it: the scheme's squared norm
  std::string source;      // "kar2012, section 4"
  std::optional<UniformBound> uniform{};  // where the paper has one and d is known

  /// The error that D features exceed with probability at most delta, 0 < delta < 1.
  double Epsilon(Index num_random_features, double delta) const;

  /// The least D for which Epsilon(D, delta) ≤ epsilon; infinite where epsilon ≤ bias. A double: it
  /// is often astronomic.
  double NumRandomFeatures(double epsilon, double delta) const;

  /// The largest error over all pairs that D features exceed with probability at most delta; empty
  /// without a uniform bound.
  std::optional<double> UniformEpsilon(Index num_random_features, double delta) const;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ERROR_BOUND_H_
