#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_STUDENTIZED_RANGE_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_STUDENTIZED_RANGE_H_

#include <cstdint>

namespace mercer {

/// Probability that the largest of k ≥ 2 independent standard normal numbers exceeds the smallest
/// by more than q: 1 − k ∫ φ(x) (Φ(x + q) − Φ(x))^(k−1) dx, the distribution of the studentized
/// range with infinite degrees of freedom. 1 for q ≤ 0. Accurate to about 1e-12.
double StudentizedRangeTail(double q, std::int64_t k);

/// The q that is exceeded with probability alpha, 1e-6 ≤ alpha < 1. Accurate to about 1e-9.
double StudentizedRangeQuantile(double alpha, std::int64_t k);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_STUDENTIZED_RANGE_H_
