#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_SIMULATED_BAND_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_SIMULATED_BAND_H_

#include <cstdint>
#include <span>

namespace mercer {

/// By how much two means of `runs` draws each differ: the 95 per cent quantile of |log of their
/// ratio|, both drawn with replacement from `values` (a bootstrap with 10,000 pairs under a fixed
/// seed). The logarithm, because errors of a product kernel have heavy tails: one large draw makes
/// a mean several times as large and never as much smaller. Few values make it narrow rather than
/// wide, as they lack the tail. The same for any order of the values. Needs values > 0, two at
/// least, and runs ≥ 1. O(runs) per pair.
double LogRatioOfMeans(std::span<const double> values, std::int64_t runs);

/// Ends of the central 95 per cent of the values: their 2.5 and 97.5 per cent quantiles, linear
/// between neighbours. Needs one value at least. O(n log n).
struct CentralRange {
  double low = 0, high = 0;
};
CentralRange CentralRangeOf(std::span<const double> values);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_SIMULATED_BAND_H_
