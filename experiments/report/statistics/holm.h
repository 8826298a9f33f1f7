#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_HOLM_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_HOLM_H_

#include <span>
#include <vector>

namespace mercer {

/// The p-values of m tests, adjusted for multiple testing (S. Holm, A simple sequentially rejective
/// multiple test procedure, Scandinavian Journal of Statistics 6, 1979): the i-th smallest, from 0,
/// is multiplied by m − i, and is then at least the preceding one and at most 1. Rejecting each
/// test whose adjusted p is at most alpha rejects any true hypothesis with probability at most
/// alpha, however the tests depend on each other. Returned in the order given. O(m log m).
std::vector<double> HolmAdjusted(std::span<const double> p);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_HOLM_H_
