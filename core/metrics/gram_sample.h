#ifndef MERCER_CORE_METRICS_GRAM_SAMPLE_H_
#define MERCER_CORE_METRICS_GRAM_SAMPLE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "core/metrics/gram_error.h"

namespace mercer {

/// If there are at most this many pairs i < j, or diagonal entries, all of them are taken;
/// otherwise this many are drawn.
inline constexpr Index kTheoryPairs = 20000;

/// Pairs of rows that represent a population of pairs: all of it, or independent uniform draws from
/// it.
struct GramStratum {
  std::vector<std::pair<Index, Index>> pairs{};
  double population = 0;
  double times = 1;  // how often each of its pairs counts in the Gram error

  /// The weight of a pair of the sample.
  double Weight() const { return times * population / static_cast<double>(pairs.size()); }
  bool IsWhole() const { return static_cast<double>(pairs.size()) >= population; }
};

/// Samples of the pairs of MeasureGramError for n rows: one stratum above the diagonal, and one for
/// the diagonal if it is compared. Empty populations have no stratum. A deterministic function of
/// the arguments. 16 bytes per pair.
std::vector<GramStratum> SampleGramPairs(Index n, GramPairs pairs, std::uint64_t seed);

/// The first kTheoryPairs of the pairs of MeasureSampledGramError with the same count and seed.
/// Throws InvalidInput if n < 2.
std::vector<GramStratum> SampleDrawnGramPairs(Index n, Index count, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_SAMPLE_H_
