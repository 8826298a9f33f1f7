#ifndef MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_
#define MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_

#include "core/base/types.h"

namespace mercer {

/// Sum over n rows of −log p, where p is the probability of the row's actual label. `probabilities`
/// is n × K, with one column for each of the K labels (ascending). A probability of 0, or an actual
/// label that is not among them, counts as the smallest normal double, 708 nats. O(n log K).
double SumOfLogLosses(const Matrix& probabilities, const Vector& labels, const Vector& actual);

/// Kullback-Leibler divergence, in nats, of independent normal distributions from others, n × K
/// each: the sum over rows and mean over columns of
///
///   log(s'/s) + (s² + (m − m')²)/(2s'²) − 1/2,
///
/// with means m and variances s², and m' and s'² those of the other distributions. The standard
/// deviation of a variance that is 0, or by rounding less, counts as 1e-6 (Wacker, Kanagawa &
/// Filippone 2024, section 6). NaN if any value is. O(nK).
double NormalDivergence(const Matrix& means, const Matrix& variances, const Matrix& other_means,
                        const Matrix& other_variances);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_
