#ifndef MERCER_CORE_MAPS_ERROR_BOUND_H_
#define MERCER_CORE_MAPS_ERROR_BOUND_H_

#include <string>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// The largest norms of the rows that a bound speaks of.
struct RowRadii {
  double l1 = 0;  // max Σ_j |x_j|
  double l2 = 0;  // max |x|
};

/// The radii of the rows of x. O(n·d).
RowRadii RadiiOf(const Examples& x);

/// What theory grants a map for one pair of rows, whatever the pair (Hoeffding's inequality for
/// features whose products are bounded, plus what the map leaves out):
///
///   P[|<z(x), z(y)> − k(x, y)| ≥ bias + ε] ≤ 2 exp(−D ε² / (2·scale²)).
struct ErrorBound {
  double scale = 0;        // 0: nothing is random
  double bias = 0;         // what the map leaves out of the kernel, at most
  double product_sup = 0;  // no |Z(x)Z(y)| of one feature exceeds it: the scheme's squared norm
  std::string source;      // "kar2012, section 4"

  /// The error that D features exceed with probability at most delta, 0 < delta < 1.
  double Epsilon(Index num_random_features, double delta) const;

  /// The least D for which Epsilon(D, delta) ≤ epsilon; infinite where epsilon ≤ bias. A double: it
  /// is often astronomic.
  double NumRandomFeatures(double epsilon, double delta) const;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_ERROR_BOUND_H_
