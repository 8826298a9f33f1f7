#include "experiments/report/statistics/ranks.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"

namespace mercer {

std::vector<double> RanksOf(std::span<const double> values, bool is_higher_better) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return is_higher_better ? values[a] > values[b] : values[a] < values[b];
  });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    // The mean of begin + 1 … end.
    const double rank = static_cast<double>(begin + end + 1) / 2;
    for (; begin < end; ++begin) ranks[order[begin]] = rank;
  }
  return ranks;
}

std::vector<double> MeanRanks(const std::vector<std::vector<double>>& ranks) {
  MERCER_CHECK(!ranks.empty());
  std::vector<double> means(ranks.front().size());
  for (const std::vector<double>& row : ranks) {
    MERCER_CHECK(row.size() == means.size());
    for (std::size_t j = 0; j < row.size(); ++j) means[j] += row[j];
  }
  for (double& mean : means) mean /= static_cast<double>(ranks.size());
  return means;
}

}  // namespace mercer
