#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_

#include <cstddef>
#include <optional>
#include <vector>

namespace mercer {

/// What a map's exact variances let expect of a cell's Gram errors, beside what was measured
/// (docs/theory.md).
struct Theory {
  double value = 0;           // root of the expected mean square; infinite where a variance is
  double standard_error = 0;  // of it, from the sample of pairs
  // The mean of the measured squares less value², in standard errors of both; absent for fewer than
  // kTheoryDraws measurements, and where value is infinite.
  std::optional<double> z{};
  double limit = 4;  // of |z|: Student's law exceeds it as often as the normal law exceeds 4
  // The squares spread by more than half their mean: so few draws may lack the rare large ones that
  // make much of the expectation, and a mean below it says nothing.
  bool heavy_tails = false;

  /// Whether the measurements cannot be those of a right map.
  bool IsContradicted() const { return z && (*z > limit || (*z < -limit && !heavy_tails)); }
};

/// Fewer measurements tell too little of their own spread.
inline constexpr std::size_t kTheoryDraws = 5;

/// Holds the measured errors of one cell against what is expected. `rows_drawn`: each measurement
/// is on rows of its own, and theory speaks of those of one: its spread over rows is then at most
/// that of one measurement, and counts once more.
Theory CompareWithTheory(double value, double standard_error, const std::vector<double>& measured,
                         bool rows_drawn);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_THEORY_H_
