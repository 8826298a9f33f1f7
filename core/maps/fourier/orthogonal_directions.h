#ifndef MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
#define MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_

#include <Eigen/Core>

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

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FOURIER_ORTHOGONAL_DIRECTIONS_H_
