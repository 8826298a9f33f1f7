#ifndef MERCER_CORE_KERNELS_PIVOTED_CHOLESKY_H_
#define MERCER_CORE_KERNELS_PIVOTED_CHOLESKY_H_

#include <cstdint>
#include <vector>

#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// A partial Cholesky factor F of a Gram matrix, K ≈ FFᵀ: the Nyström approximation on the pivots.
/// K − FFᵀ is positive semidefinite and 0 in the rows of the pivots; the rows of F at the pivots,
/// in their order, are lower triangular.
struct PivotedCholesky {
  std::vector<Index> pivots{};  // rows of x in the order chosen, each once
  Matrix factor{};              // n × rank; columns from pivots.size() on are 0
  double trace = 0;             // tr K
  double residual_trace = 0;    // tr(K − FFᵀ)
};

/// Randomly pivoted Cholesky factorisation (RPCholesky: Chen, Epperly, Tropp & Webber 2022,
/// Algorithm 1) of the Gram matrix of x (n × d): each pivot is drawn with probability proportional
/// to the diagonal of K − FFᵀ, using stream (seed, purpose, 0). Stops before `rank` pivots if the
/// residual trace is below 1e-14 tr K. The first k columns and pivots do not depend on `rank`. The
/// result is bit-identical for any number of threads. 0 ≤ rank ≤ n. Throws InvalidInput if the
/// factor does not fit in memory or a kernel value is not finite. O(n rank (d + rank)) time, 8 n
/// (rank + d) bytes.
PivotedCholesky RandomlyPivotedCholesky(const Kernel& kernel, const Examples& x, Index rank,
                                        std::uint64_t seed, StreamPurpose purpose, int threads);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_PIVOTED_CHOLESKY_H_
