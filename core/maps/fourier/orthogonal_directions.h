#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_

#include <Eigen/Core>
#include <cstdint>

#include "core/base/types.h"

namespace mercer {

/// The Gram-Schmidt directions of independent Gaussian columns, d × count with count ≤ d: the first
/// `count` columns of a uniform (Haar) orthogonal matrix. Column i is a function of columns 0 … i.
/// A Householder QR factorisation gives columns with other signs, such that the first entry is
/// always negative, and the directions would have a mean; they are corrected here by the signs of
/// R's diagonal. O(d·count²).
Eigen::MatrixXd OrthonormalDirections(const Eigen::MatrixXd& gaussians);

/// Replaces the orthonormal columns q_0 … q_{n−1} of `columns` by the first of the n + 1 vertices
/// of a regular simplex: unit vectors v_0 … v_n in their span with mutual cosine −1/n,
///
///   v_j = (n − j) r_j q_j − Σ_{i<j} r_i q_i,  r_i = √((n + 1)/(n (n − i)(n − i + 1))),
///
/// so that v_j is a function of q_0 … q_j, and v_n of all of them; the previous content of column n
/// is not used. At most n + 1 columns, n ≥ 1. O(d·columns).
void ToSimplex(Index n, Eigen::MatrixXd& columns);

/// Turns unit vectors v_i, the columns, against the weighted sums of the others, which decreases
/// |Σ_i ρ_i v_i|² for the given lengths ρ_i. Each of five sweeps sets, for i = 0, 1, …,
///
///   v_i = −r/|r|,  r = Σ_{j≠i} ρ_j v_j   (Reid et al. 2023, section 5),
///
/// and leaves v_i as it is if r = 0. The vertices of a simplex do not change if all lengths are
/// equal. O(d·columns).
void TurnAgainstSums(const Eigen::VectorXd& lengths, Eigen::MatrixXd& columns);

/// How the directions of a block of d frequencies depend on each other: they are independent,
/// orthogonal, the vertices of a regular simplex with mutual cosines −1/(d − 1), or such vertices
/// turned for the lengths of the frequencies (TurnAgainstSums). For d = 1 all couplings but the
/// first are the same.
enum class DirectionCoupling { kIndependent, kOrthogonal, kSimplex, kWeightedSimplex };

/// Draws standard Gaussian frequencies w_j of d values, to be requested in order. Frequency j has d
/// Gaussians g_j from stream (seed, kMap, j). w_j is g_j with coupling independent; otherwise w_j =
/// |g_j| v_j, where v_j are the Gram-Schmidt directions of the Gaussians of a block of d, or the
/// simplex vertices made from them. Each w_j by itself is standard Gaussian, and none depends on
/// the number of frequencies. O(d) each, O(d²) with a coupling.
class CoupledGaussians {
 public:
  CoupledGaussians(DirectionCoupling coupling, Index d, Index count, std::uint64_t seed)
      : coupling_(coupling), d_(d), count_(count), seed_(seed) {}

  /// w_j, valid until the next one is requested.
  const double* operator()(Index j);

  /// The bytes that a block takes: its Gaussians, their factors and its directions.
  static double Bytes(DirectionCoupling coupling, Index d, Index count);

 private:
  // The number of frequencies of a block that are drawn: all of them if each depends on every
  // length.
  static Index BlockSize(DirectionCoupling coupling, Index d, Index left);
  void DrawBlock(Index first);

  DirectionCoupling coupling_;
  Index d_, count_;
  std::uint64_t seed_;
  Eigen::MatrixXd columns_;  // d × frequencies of the block
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
