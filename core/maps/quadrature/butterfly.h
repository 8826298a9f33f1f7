#ifndef MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_
#define MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_

#include <cstddef>
#include <vector>

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/linalg/simd.h"

namespace mercer {

/// An orthogonal d × d matrix whose product with a row takes O(d log d) (Munkhoeva et al. 2018,
/// section 4; Genz 1998), as the authors' program has it: three times the same pass, which is
///
///   levels l = 1 … log2 N, N the least power of two ≥ d: the coordinates in blocks of 2^l from S
///     on, in each the pairs (S + t, S + t + h), h = 2^(l−1), all turned by the one angle
///     θ_(S+h−1): (a, b) → (a cos θ + b sin θ, b cos θ − a sin θ); coordinates whose partner is
///     beyond d pass through;
///   then value p_i to place i of a permutation p.
///
/// Its law is not that of a uniform orthogonal matrix: the mean of a function of one of its rows is
/// off for vectors along an axis.
///
/// A turn is cos θ times (a + b tan θ, b − a tan θ). The cosines that a coordinate meets on its way
/// through the levels are multiplied once, when it is moved to its place: until then a turn is two
/// multiplications and additions by tangents that make up for those owed to its two coordinates.
class Butterfly {
 public:
  /// N − 1 angles and d places.
  Butterfly(const std::vector<double>& angles, std::vector<Index> permutation);

  /// θ_i = atan2(g_i, g_(i+1)) of N Gaussians, 0 from i = d − 1 on, and then the permutation, all
  /// from the stream. d ≥ 1.
  static Butterfly Draw(Index d, RandomStream& stream);

  Index dim() const { return static_cast<Index>(permutation_.size()); }
  std::size_t bytes() const {
    return (tangents_.size() + scales_.size()) * sizeof(double) +
           permutation_.size() * sizeof(Index);
  }
  static double Bytes(Index d);

  /// Lines of each of its workspaces: N.
  Index num_lines() const;

  /// All three passes but for moving the results to their places, on kLanes rows side by side
  /// (simd.h): line i of `rows`, of kLanes doubles, is value i of each, 0 from i = d on. Place j of
  /// what comes out is Result(lines, j). Overwrites `lines` and `scratch`.
  void Apply(const double* rows, double* lines, double* scratch) const;

  /// Of the lines that Apply has left.
  Doubles Result(const double* lines, Index j) const {
    const auto place = static_cast<std::size_t>(j);
    return Load(lines + permutation_[place] * kLanes) * scales_[place];
  }

  /// A single pass.
  void Pass(const double* rows, double* lines) const;

 private:
  void Move(const double* lines, double* to) const;

  std::vector<double> tangents_;  // two for each pair, in the order in which they are turned
  std::vector<double> scales_;    // cosines of each place
  std::vector<Index> permutation_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_
