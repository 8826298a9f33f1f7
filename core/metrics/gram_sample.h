#ifndef MERCER_CORE_METRICS_GRAM_SAMPLE_H_
#define MERCER_CORE_METRICS_GRAM_SAMPLE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "core/metrics/gram_error.h"

namespace mercer {

/// Pairs i < j, and the diagonal, are all taken up to so many, and are else drawn, as many.
inline constexpr Index kTheoryPairs = 20000;

/// Pairs of rows that stand for a population of them: all of it, or independent uniform draws.
struct GramStratum {
  std::vector<std::pair<Index, Index>> pairs{};
  double population = 0;
  double times = 1;  // how often each pair of it counts in the Gram error

  /// What a pair of the sample counts for.
  double Weight() const { return times * population / static_cast<double>(pairs.size()); }
  bool IsWhole() const { return static_cast<double>(pairs.size()) >= population; }
};

/// Of the pairs of MeasureGramError for n rows: those above the diagonal, and the diagonal where it
/// counts; none for a population of none. A function of its arguments. 16 bytes a pair.
std::vector<GramStratum> SampleGramPairs(Index n, GramPairs pairs, std::uint64_t seed);

/// Of the pairs of MeasureSampledGramError with the same count and seed: the first kTheoryPairs.
/// Throws InvalidInput where n < 2.
std::vector<GramStratum> SampleDrawnGramPairs(Index n, Index count, std::uint64_t seed);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_GRAM_SAMPLE_H_
