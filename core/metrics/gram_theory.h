#ifndef MERCER_CORE_METRICS_GRAM_THEORY_H_
#define MERCER_CORE_METRICS_GRAM_THEORY_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "core/metrics/gram_sample.h"

namespace mercer {

/// E|<z(x), z(y)*> − k(x, y)|² for one pair of rows of d values each; empty if no formula is known.
using PairError = std::function<std::optional<double>(const Vector& x, const Vector& y)>;

/// The Gram error expected from a map's variances, over the compared pairs:
///
///   √(Σ E|<z_i, z_j> − K(i,j)|²) / |K|_F,
///
/// the root mean square of relative_frobenius over draws of the map, which is at least its mean.
struct GramTheory {
  double relative_frobenius = 0;  // infinite if a variance is
  double standard_error = 0;      // of it, from the sample of pairs; 0 if all were taken
  Index pairs = 0;                // pairs i ≤ j that were computed
};

/// The expected error over the pairs of MeasureGramError. kernel_norm is |K|_F over them,
/// GramError::kernel_norm. Empty if a pair has no formula or the norm is 0. The sample is a
/// function of the seed and the number of rows. O(min(n², kTheoryPairs)) calls of error_of and
/// copies of rows.
std::optional<GramTheory> ExpectedGramError(const PairError& error_of, const Examples& x,
                                            GramPairs pairs, double kernel_norm,
                                            std::uint64_t seed);

/// The expected error over the first kTheoryPairs pairs of MeasureSampledGramError with the same
/// count and seed. Empty as above. Throws InvalidInput if n < 2 and the norm is not 0.
std::optional<GramTheory> ExpectedSampledGramError(const PairError& error_of, const Examples& x,
                                                   Index count, double kernel_norm,
                                                   std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_THEORY_H_
