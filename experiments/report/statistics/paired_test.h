#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_PAIRED_TEST_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_PAIRED_TEST_H_

#include <cstdint>
#include <span>

namespace mercer {

/// Student's paired two-sided test of n differences d_i with mean m and variance s² (over n − 1): t
/// = m / √((1/n + r) s²) with n − 1 degrees of freedom.
///
/// Repetitions that split the same rows anew share rows, so that their differences are correlated
/// and s²/n underestimates the variance of m. The correction for this is r = n_test / n_train (C.
/// Nadeau and Y. Bengio, Inference for the generalization error, Machine Learning 52, 2003,
/// equation 9); r = 0 gives the plain test of independent differences.
struct PairedTest {
  std::int64_t n = 0;
  double mean = 0;
  double standard_error = 0;  // √((1/n + r) s²)
  double t = 0;               // ±∞ if the differences are equal and not 0
  double p = 1;               // 1 if all differences are 0; 0 if they are equal and not 0
};

/// Aborts for fewer than two differences, r < 0, or a number that is not finite. O(n).
PairedTest TestPairs(std::span<const double> differences, double test_train_ratio);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_PAIRED_TEST_H_
