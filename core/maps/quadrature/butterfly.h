#ifndef MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_
#define MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_

#include <cstddef>
#include <vector>

#include "core/base/random.h"
#include "core/base/types.h"
#include "core/linalg/simd.h"

namespace mercer {

/// An orthogonal d × d matrix whose product with a row takes O(d log d) (Munkhoeva et al. 2018,
/// section 4; Genz 1998), as in the authors' program. It applies the same pass three times. A pass
/// consists of
///
///   levels l = 1 … log2 N, where N is the least power of two ≥ d: the coordinates are divided into
///     blocks of 2^l, and in the block that begins at S all pairs (S + t, S + t + h), h = 2^(l−1),
///     are turned by the same angle θ_(S+h−1): (a, b) → (a cos θ + b sin θ, b cos θ − a sin θ);
///     coordinates whose partner is beyond d are left as they are;
///   then a permutation p, which moves value p_i to place i.
///
/// Its law is not that of a uniform orthogonal matrix: for vectors along an axis, the mean of a
/// function of one of its rows is biased.
///
/// A rotation is cos θ times (a + b tan θ, b − a tan θ). The cosines that a coordinate collects
/// over the levels are multiplied once, when it is moved to its place. Until then a rotation takes
/// two multiplications and additions, with tangents that account for the cosines still missing from
/// its two coordinates.
class Butterfly {
 public:
  /// Takes N − 1 angles and a permutation of d.
  Butterfly(const std::vector<double>& angles, std::vector<Index> permutation);

  /// Draws θ_i = atan2(g_i, g_(i+1)) from N Gaussians, with θ_i = 0 for i ≥ d − 1, and then the
  /// permutation, all from the stream. d ≥ 1.
  static Butterfly Draw(Index d, RandomStream& stream);

  Index dim() const { return static_cast<Index>(permutation_.size()); }
  std::size_t bytes() const {
    return (tangents_.size() + scales_.size()) * sizeof(double) +
           permutation_.size() * sizeof(Index);
  }
  static double Bytes(Index d);

  /// The number of lines in each workspace: N.
  Index num_lines() const;

  /// Applies all three passes to kLanes rows side by side (simd.h), except that the results are not
  /// moved to their places: place j of the result is Result(lines, j). Line i of `rows`, of kLanes
  /// doubles, holds value i of each row, 0 for i ≥ d. Overwrites `lines` and `scratch`.
  void Apply(const double* rows, double* lines, double* scratch) const;

  /// Place j of the result in the lines that Apply has left.
  Doubles Result(const double* lines, Index j) const {
    const auto place = static_cast<std::size_t>(j);
    return Load(lines + permutation_[place] * kLanes) * scales_[place];
  }

  /// Applies a single pass.
  void Pass(const double* rows, double* lines) const;

 private:
  void Move(const double* lines, double* to) const;

  std::vector<double> tangents_;  // two for each pair, in the order of the rotations
  std::vector<double> scales_;    // product of cosines for each place
  std::vector<Index> permutation_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_QUADRATURE_BUTTERFLY_H_
