#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace mercer {

/// The Gram error of a cell that is expected from a map's exact variances, compared with the
/// measured ones (docs/theory.md).
struct Theory {
  double value = 0;           // root of the expected mean square; infinite if a variance is
                              // infinite
  double standard_error = 0;  // of value, from the sample of pairs
  // The mean of the measured squares minus value², in units of their combined standard error;
  // absent for fewer than kTheoryDraws measurements, and if value is infinite.
  std::optional<double> z{};
  double limit = 4;  // of |z|: Student's distribution exceeds it as often as the normal
                     // distribution exceeds 4
  // The spread of the squares is more than half their mean: a small number of draws may lack the
  // rare large ones that contribute much of the expectation, so a mean below it says nothing.
  bool heavy_tails = false;

  /// Whether the measurements cannot come from a correct map.
  bool IsContradicted() const { return z && (*z > limit || (*z < -limit && !heavy_tails)); }
};

/// The fewest measurements from which their own spread can be estimated.
inline constexpr std::size_t kTheoryDraws = 5;

/// Compares the measured errors of one cell with the expected value. `rows_drawn`: each measurement
/// is on its own rows, while theory covers those of a single one. Its spread over rows is then at
/// most that of one measurement, and is counted once more.
Theory CompareWithTheory(double value, double standard_error, const std::vector<double>& measured,
                         bool rows_drawn);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_
