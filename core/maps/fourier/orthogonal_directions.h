#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_

#include <Eigen/Core>
#include <cstdint>

#include "core/base/types.h"

namespace mercer {

/// The Gram-Schmidt directions of independent Gaussian columns, d × count with count ≤ d: the first
/// `count` columns of a uniform (Haar) orthogonal matrix, column i a function of columns 0 … i. The
/// factor of Householder reflections has columns of other signs, its first entry always negative:
/// those of R's diagonal are put right here, without which directions would have a mean.
/// O(d·count²).
Eigen::MatrixXd OrthonormalDirections(const Eigen::MatrixXd& gaussians);

/// Replaces the orthonormal columns q_0 … q_{n−1} of `columns` by the first of the n + 1 vertices
/// of a regular simplex: unit vectors v_0 … v_n of their span with the mutual cosine −1/n,
///
///   v_j = (n − j) r_j q_j − Σ_{i<j} r_i q_i,  r_i = √((n + 1)/(n (n − i)(n − i + 1))),
///
/// so that v_j is a function of q_0 … q_j, and v_n of all: what column n held plays no part. At
/// most n + 1 columns, n ≥ 1. O(d·columns).
void ToSimplex(Index n, Eigen::MatrixXd& columns);

/// Turns unit vectors v_i, the columns, against the weighted sums of the others, so that |Σ_i ρ_i
/// v_i|² for these lengths falls: in each of five sweeps, for i = 0, 1, …,
///
///   v_i = −r/|r|,  r = Σ_{j≠i} ρ_j v_j   (Reid et al. 2023, section 5),
///
/// and v_i stays where r = 0. Vertices of a simplex stay where all lengths are equal. O(d·columns).
void TurnAgainstSums(const Eigen::VectorXd& lengths, Eigen::MatrixXd& columns);

/// How the directions of a block of d frequencies depend on each other: not; orthogonal; vertices
/// of a regular simplex, with mutual cosines −1/(d − 1); such vertices turned for the frequencies'
/// lengths (TurnAgainstSums). With d = 1 all but the first are alike.
enum class DirectionCoupling { kIndependent, kOrthogonal, kSimplex, kWeightedSimplex };

/// Standard Gaussian frequencies w_j of d values, asked for in order. Frequency j has d Gaussians
/// g_j from stream (seed, kMap, j), and w_j = g_j with coupling independent, else |g_j| v_j for
/// blocks of d: v_j the Gram-Schmidt directions of the block's Gaussians, or the vertices of them.
/// Each w_j by itself is standard Gaussian, and none depends on how many there are. O(d) each, with
/// a coupling O(d²).
class CoupledGaussians {
 public:
  CoupledGaussians(DirectionCoupling coupling, Index d, Index count, std::uint64_t seed)
      : coupling_(coupling), d_(d), count_(count), seed_(seed) {}

  /// w_j, valid until the next one is asked for.
  const double* operator()(Index j);

  /// Bytes that a block takes: its Gaussians, their factors and its directions.
  static double Bytes(DirectionCoupling coupling, Index d, Index count);

 private:
  // Frequencies of a block that are drawn: all of them where each depends on every length.
  static Index BlockSize(DirectionCoupling coupling, Index d, Index left);
  void DrawBlock(Index first);

  DirectionCoupling coupling_;
  Index d_, count_;
  std::uint64_t seed_;
  Eigen::MatrixXd columns_;  // d × frequencies of the block
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
