#ifndef MERCER_CORE_MAPS_MACLAURIN_DEGREE_LAW_H_
#define MERCER_CORE_MAPS_MACLAURIN_DEGREE_LAW_H_

#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/skeleton/conjugate_activation.h"

namespace mercer {

/// The law P(l = n) = a_n of the number of factors that a node's random feature has (Daniely et al.
/// 2017, Algorithm 1). With max_degree = N all of Σ_{n ≥ N} a_n is put on N, as the authors' code
/// does with N = 10. Without it degrees end at 2^20, beyond which no more than 1e-10 of relu's mass
/// lies. Immutable.
class DegreeLaw {
 public:
  /// The activation must outlive this object. max_degree ≥ 1.
  DegreeLaw(const ConjugateActivation& activation, std::optional<Index> max_degree);

  /// From the stream's next uniform number, by inversion. O(log n) in nearly all cases.
  Index Sample(RandomStream& stream) const;

  /// E tˡ; infinite where the series diverges. t may be beyond 1 by rounding, which is cut off.
  double Generating(double t) const;

  /// The largest degree, -1 where there is none.
  Index MaxDegree() const { return max_degree_.value_or(activation_.MaxDegree()); }

  /// Σ a_n over n > max_degree, the probability that was put on it; 0 where nothing is cut off.
  double MovedProbability() const;

  /// E l. Infinite for step without max_degree.
  double Mean() const;

 private:
  const ConjugateActivation& activation_;
  std::optional<Index> max_degree_;  // where it cuts something off
  std::vector<double> cumulative_;   // P(l ≤ n)
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_DEGREE_LAW_H_
