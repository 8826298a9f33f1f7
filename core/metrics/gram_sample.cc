#include "core/metrics/gram_sample.h"

#include <algorithm>

#include "core/base/random.h"

namespace mercer {
namespace {

GramStratum AboveDiagonal(Index n, std::uint64_t seed) {
  GramStratum above{.population = static_cast<double>(n) * static_cast<double>(n - 1) / 2};
  if (above.population <= static_cast<double>(kTheoryPairs)) {
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j) above.pairs.emplace_back(i, j);
    return above;
  }
  RandomStream stream(seed, StreamPurpose::kGramTheory, 0);
  for (Index k = 0; k < kTheoryPairs; ++k) {
    const auto [i, j] = DrawTwoRows(stream, n);
    above.pairs.emplace_back(std::min(i, j), std::max(i, j));
  }
  return above;
}

GramStratum Diagonal(Index n, std::uint64_t seed) {
  GramStratum diagonal{.population = static_cast<double>(n)};
  RandomStream stream(seed, StreamPurpose::kGramTheory, 1);
  for (Index k = 0; k < std::min(n, kTheoryPairs); ++k) {
    const Index i =
        n <= kTheoryPairs ? k : static_cast<Index>(stream.Below(static_cast<std::uint64_t>(n)));
    diagonal.pairs.emplace_back(i, i);
  }
  return diagonal;
}

}  // namespace

std::vector<GramStratum> SampleGramPairs(Index n, GramPairs pairs, std::uint64_t seed) {
  std::vector<GramStratum> strata;
  if (n > 1) {
    strata.push_back(AboveDiagonal(n, seed));
    strata.back().times = pairs == GramPairs::kAll ? 2 : 1;
  }
  if (n > 0 && pairs != GramPairs::kStrictlyUpper) strata.push_back(Diagonal(n, seed));
  return strata;
}

std::vector<GramStratum> SampleDrawnGramPairs(Index n, Index count, std::uint64_t seed) {
  const SampledPairs drawn = DrawGramPairs(n, count, seed);
  GramStratum stratum{.population = static_cast<double>(count)};
  for (std::size_t k = 0; k < static_cast<std::size_t>(std::min(count, kTheoryPairs)); ++k)
    stratum.pairs.emplace_back(drawn.left[k], drawn.right[k]);
  return {std::move(stratum)};
}

}  // namespace mercer
