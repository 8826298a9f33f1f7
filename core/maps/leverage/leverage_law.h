#ifndef MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_
#define MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_

#include <cstdint>

#include "core/base/examples.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

struct LeverageOptions {
  Index pool = 1000;     // frequencies to choose from, ≥ 1
  double lambda = 1e-3;  // λ of the ridge λn, > 0
};

/// A pool of frequencies w_0 … w_{s−1} from a kernel's spectral law, each with a probability q_j
/// proportional to its ridge leverage score on n rows x (Bach 2017, section 4; Li, Ton, Oglic &
/// Sejdinovic 2019, Algorithm 1). With the columns cos<w_j, x> and sin<w_j, x> over √s as A (n ×
/// 2s), the score of frequency j is the sum over its two columns a of
///
///   aᵀ (AAᵀ + λn I)⁻¹ a.
struct LeverageLaw {
  Matrix frequencies{};      // s × d
  Vector probabilities{};    // positive, summing to 1
  double sum_of_scores = 0;  // the effective dimension of the rows

  /// The factor on the columns of pool frequency j that gives the estimate the pool's mean: (s
  /// q_j)^(−1/2), at most √(sum_of_scores (1 + λ)).
  double Weight(Index j) const;
};

/// Draws the pool, frequency j from the stream of block j (BlockStream). If there are more than
/// 1000 rows, 1000 of them are drawn by stream (seed, kMap, 2^64 − 1). Throws InvalidInput if there
/// is no row, a value is not finite or rounding loses λ. O(m² s + m s d) for m rows.
LeverageLaw DrawLeverageLaw(const ShiftInvariantKernel& kernel, const Examples& train,
                            const LeverageOptions& options, std::uint64_t seed);

/// The most bytes that drawing the law takes, including the law itself.
double LeverageLawBytes(const LeverageOptions& options, Index input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_
