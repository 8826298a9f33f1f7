#ifndef MERCER_CORE_BASE_MEDIAN_H_
#define MERCER_CORE_BASE_MEDIAN_H_

#include <vector>

namespace mercer {

/// The middle of at least one value, none of them NaN; of an even number, the mean of the middle
/// two. O(n).
double Median(std::vector<double> values);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_MEDIAN_H_
