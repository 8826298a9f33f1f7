#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_NEMENYI_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_NEMENYI_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mercer {

/// Nemenyi's critical difference: two of k methods differ at level alpha if their mean ranks over N
/// data sets differ by at least q √(k (k + 1) / (6 N)), where q is the quantile of the studentized
/// range of k over √2 (Demšar 2006, section 3.2.2).
double CriticalDifference(std::int64_t num_methods, std::int64_t num_datasets, double alpha);

/// The smallest alpha at which a difference of mean ranks is critical: the p-value of a pair,
/// adjusted for all pairs.
double NemenyiP(double difference, std::int64_t num_methods, std::int64_t num_datasets);

/// The methods first … last, in the order of their mean ranks, of which no two differ.
struct RankGroup {
  std::size_t first = 0, last = 0;

  bool operator==(const RankGroup&) const = default;
};

/// All groups that are not contained in another one, best first. A method that differs from all
/// others is a group of its own. `mean_ranks` must be ascending. O(k).
std::vector<RankGroup> RankGroups(std::span<const double> mean_ranks, double critical_difference);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_NEMENYI_H_
