#ifndef MERCER_CORE_LEARNERS_KERNEL_RIDGE_CHOLESKY_H_
#define MERCER_CORE_LEARNERS_KERNEL_RIDGE_CHOLESKY_H_

#include "core/base/types.h"

namespace mercer {

/// The Cholesky factor L of a symmetric positive definite matrix A = LLᵀ, n × n, made in place: L
/// replaces the lower triangle, which alone is read; the upper one is left undefined. Returns false
/// if A is not positive definite to rounding; `a` is then undefined. On one thread by Eigen's LLT;
/// on several by columns of blocks, with the same bits for any number of them, which differ from
/// those of one thread by rounding (tests bound it by 1e-13 of the factor's norm). O(n³/3);
/// threads ≥ 1.
bool FactorByCholesky(Matrix& a, int threads);

/// Replaces each column of b, n × k, by the solution of LLᵀx = b for a factor of FactorByCholesky.
/// O(n²·k).
void SolveByCholesky(const Matrix& factor, Matrix& b);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_RIDGE_CHOLESKY_H_
