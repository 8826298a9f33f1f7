#ifndef MERCER_CORE_KERNELS_PROFILE_H_
#define MERCER_CORE_KERNELS_PROFILE_H_

// Building blocks of the profiles f(t) of several dot product kernels.

#include "core/base/types.h"

namespace mercer {

/// x^power by repeated squaring, power ≥ 0 (0^0 = 1). O(log power).
double IntegerPower(double x, Index power);

/// log Γ(x), x > 0; thread-safe (std::lgamma is not).
double LogGamma(double x);

/// log n!, n ≥ 0.
double LogFactorial(Index n);

/// C(n, k) for 0 ≤ k ≤ n: exact below 2^53, inf if it overflows. O(min(k, n − k)).
double Binomial(Index n, Index k);

/// values[i] = values[i]^power for i < n, in place, power ≥ 1. O(n·log power).
void PowerInPlace(double* values, Index n, Index power);
void PowerInPlace(float* values, Index n, Index power);

/// values[i] = 1 + t + … + t^(terms−1) with t = values[i], in place, terms ≥ 1, by doubling. There
/// is no division, so the result is correct at t = 1 too. O(n·log terms).
void GeometricSumInPlace(double* values, Index n, Index terms);

/// Calls body(pointer, length) for each run of contiguous values in the block.
template <class Body>
void ForEachRun(MatrixRef block, const Body& body) {
  if (block.outerStride() == block.cols()) {
    body(block.data(), block.size());
    return;
  }
  for (Index i = 0; i < block.rows(); ++i) body(block.row(i).data(), block.cols());
}

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_PROFILE_H_
