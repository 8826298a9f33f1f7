#ifndef MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_
#define MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_

#include <cstdint>

#include "core/base/examples.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

struct LeverageOptions {
  Index pool = 1000;     // frequencies to choose from, ≥ 1
  double lambda = 1e-3;  // of the ridge λn, > 0
};

/// A pool of frequencies w_0 … w_{s−1} of a kernel's spectral law, each with its probability q_j,
/// in proportion to its ridge leverage score on n rows x (Bach 2017, section 4; Li, Ton, Oglic &
/// Sejdinovic 2019, Algorithm 1): with the columns cos<w_j, x> and sin<w_j, x> over √s as A (n ×
/// 2s), the sum over both columns a of frequency j of
///
///   aᵀ (AAᵀ + λn I)⁻¹ a.
struct LeverageLaw {
  Matrix frequencies{};      // s × d
  Vector probabilities{};    // positive, with the sum 1
  double sum_of_scores = 0;  // the effective dimension of the rows

  /// Pool frequency j's column is multiplied by this, so that its estimate has the pool's mean:
  /// (s q_j)^(−1/2), at most √(sum_of_scores (1 + λ)).
  double Weight(Index j) const;
};

/// Frequency j from the stream of block j (BlockStream). Of more than 1000 rows 1000 are drawn, by
/// stream (seed, kMap, 2^64 − 1). Throws InvalidInput where there is no row or a value is not
/// finite. O(m² s + m s d) for m rows.
LeverageLaw DrawLeverageLaw(const ShiftInvariantKernel& kernel, const Examples& train,
                            const LeverageOptions& options, std::uint64_t seed);

/// Bytes that drawing it takes at most, the law among them.
double LeverageLawBytes(const LeverageOptions& options, Index input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_LEVERAGE_LEVERAGE_LAW_H_
