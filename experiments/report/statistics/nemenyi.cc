#include "experiments/report/statistics/nemenyi.h"

#include <cmath>

#include "core/base/error.h"
#include "experiments/report/statistics/studentized_range.h"

namespace mercer {
namespace {

// The standard error of a difference of mean ranks is √2 times this.
double ErrorOfRank(std::int64_t num_methods, std::int64_t num_datasets) {
  MERCER_CHECK(num_methods >= 2 && num_datasets >= 1);
  const auto k = static_cast<double>(num_methods);
  return std::sqrt(k * (k + 1) / (12 * static_cast<double>(num_datasets)));
}

}  // namespace

double CriticalDifference(std::int64_t num_methods, std::int64_t num_datasets, double alpha) {
  return StudentizedRangeQuantile(alpha, num_methods) * ErrorOfRank(num_methods, num_datasets);
}

double NemenyiP(double difference, std::int64_t num_methods, std::int64_t num_datasets) {
  return StudentizedRangeTail(std::abs(difference) / ErrorOfRank(num_methods, num_datasets),
                              num_methods);
}

std::vector<RankGroup> RankGroups(std::span<const double> mean_ranks, double critical_difference) {
  std::vector<RankGroup> groups;
  std::size_t last = 0;
  for (std::size_t first = 0; first < mean_ranks.size(); ++first) {
    const bool is_first = groups.empty();
    if (last < first) last = first;
    while (last + 1 < mean_ranks.size() &&
           mean_ranks[last + 1] - mean_ranks[first] < critical_difference) {
      ++last;
    }
    if (is_first || last > groups.back().last) groups.push_back({first, last});
  }
  return groups;
}

}  // namespace mercer
