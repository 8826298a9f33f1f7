#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_RANKS_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_RANKS_H_

#include <span>
#include <vector>

namespace mercer {

/// The ranks of values, from 1 for the best; equal values share the mean of their ranks. O(k log
/// k).
std::vector<double> RanksOf(std::span<const double> values, bool is_higher_better);

/// The column means over rows of equal length. O(rows · columns).
std::vector<double> MeanRanks(const std::vector<std::vector<double>>& ranks);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_RANKS_H_
