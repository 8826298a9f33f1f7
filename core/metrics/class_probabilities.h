#ifndef MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_
#define MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_

#include "core/base/types.h"

namespace mercer {

/// Σ over n rows of −log p of the row's own label: `probabilities` n × K, a column for each of the
/// labels (K, ascending). A probability of 0, also that of a label that is none of these, counts as
/// the least normal double, 708 nats. O(n log K).
double SumOfLogLosses(const Matrix& probabilities, const Vector& labels, const Vector& actual);

/// Kullback-Leibler divergence of independent normal laws from others, n × K each, in nats: Σ over
/// rows, mean over columns, of
///
///   log(s'/s) + (s² + (m − m')²)/(2s'²) − 1/2,
///
/// m and s² the means and variances, m' and s'² those of the other laws. A standard deviation of 0
/// counts as 1e-6 (Wacker, Kanagawa & Filippone 2024, section 6). O(nK).
double NormalDivergence(const Matrix& means, const Matrix& variances, const Matrix& other_means,
                        const Matrix& other_variances);

}  // namespace mercer

#endif  // MERCER_CORE_METRICS_CLASS_PROBABILITIES_H_
