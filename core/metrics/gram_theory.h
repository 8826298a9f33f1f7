#ifndef MERCER_CORE_METRICS_GRAM_THEORY_H_
#define MERCER_CORE_METRICS_GRAM_THEORY_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "core/metrics/gram_sample.h"

namespace mercer {

/// E|<z(x), z(y)*> − k(x, y)|² of one pair of rows, d values each; empty where no formula is known.
using PairError = std::function<std::optional<double>(const Vector& x, const Vector& y)>;

/// The Gram error that a map's variances let expect, over the pairs that count:
///
///   √(Σ E|<z_i, z_j> − K(i,j)|²) / |K|_F,
///
/// the root of the mean of the squares of relative_frobenius over draws of the map, which is at
/// least the mean of their roots.
struct GramTheory {
  double relative_frobenius = 0;  // infinite where a variance is
  double standard_error = 0;      // of it, from the sample of pairs; 0 where all were taken
  Index pairs = 0;                // i ≤ j that were computed
};

/// Of MeasureGramError's pairs. kernel_norm is |K|_F over them, GramError::kernel_norm. Empty where
/// a pair has no formula or the norm is 0. The sample is a function of the seed and the number of
/// rows. O(min(n², kTheoryPairs)) calls of error_of and copies of rows.
std::optional<GramTheory> ExpectedGramError(const PairError& error_of, const Examples& x,
                                            GramPairs pairs, double kernel_norm,
                                            std::uint64_t seed);

/// Of MeasureSampledGramError's pairs of the same count and seed, the first kTheoryPairs of them.
std::optional<GramTheory> ExpectedSampledGramError(const PairError& error_of, const Examples& x,
                                                   Index count, double kernel_norm,
                                                   std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_THEORY_H_
