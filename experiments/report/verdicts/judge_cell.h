#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/reported.h"
#include "experiments/report/verdicts/verdict.h"

namespace mercer {

/// One unit of the last digit that the paper prints: 1e-5 for 0.00341 with three digits. 0 if the
/// number is 0, for which it cannot be determined.
double LastDigit(const ReportedValue& reported);

/// How far the true number may be from the one given: half a unit of the last digit if it is
/// printed, one unit if it is digitised.
double PrecisionOf(const ReportedValue& reported);

/// Whether `measured`, rounded to the printed digits, equals the reported number; if that is
/// digitised, it may differ by one unit of the last digit.
bool HasThePrintedDigits(double measured, const ReportedValue& reported);

/// By how much a mean of `paper_runs` draws and one of `own_runs` differ: the 95 per cent quantile
/// of |log of their ratio|, both drawn with replacement from `values` (a bootstrap with 10,000
/// pairs and a fixed seed). The logarithm is used because errors of a product kernel have heavy
/// tails: a single large draw can make a mean several times as large, but never that much smaller.
/// Few values lack the tail and make the quantile too small rather than too large. Does not depend
/// on the order of the values. Requires at least two values > 0, and runs ≥ 1. O(runs) per pair.
double LogRatioOfMeans(std::span<const double> values, std::int64_t paper_runs,
                       std::int64_t own_runs);

/// The ends of the central 95 per cent of the values: their 2.5 and 97.5 per cent quantiles, with
/// linear interpolation. Requires at least one value. O(n log n).
struct CentralRange {
  double low = 0, high = 0;
};
CentralRange CentralRangeOf(std::span<const double> values);

/// The value that a trial measured, and the generated point set that it used if several trials
/// share one.
struct DrawnValue {
  double value = 0;
  std::optional<std::int64_t> point_set{};
};

/// Compares the mean of at least one value with the paper's number. `metric` must be one that is
/// judged (IsJudged). `deterministic`: the values depend on nothing random (drawn.h). The verdict
/// does not depend on the order of the values. The rules (docs/verdicts.md):
///
/// - Nothing drawn, and the paper's spread absent or 0: kExact if the printed digits are equal,
///   otherwise kAgrees within 1 per cent (an accuracy or error rate: within the margin), otherwise
///   kBetter or kWorse.
/// - Otherwise a test of equivalence (Schuirmann 1987). The ends of the band are the numbers of the
///   paper that the runs cannot distinguish from ours at 95 per cent, so the difference of the
///   expected numbers lies between reported − high and reported − low. If this range is within
///   ±margin the verdict is kAgrees; otherwise, if it excludes 0, kBetter or kWorse; otherwise
///   kUntold.
/// - Spread unknown (fewer than three values, or values that do not vary, and no std of the paper):
///   kUntold within the margin, otherwise kBetter or kWorse.
///
/// The margin is 1 point for an accuracy or error rate; below an error rate of 5 per cent it is 20
/// per cent of it + precision; for everything else 20 per cent of the paper's number. The band is
///
/// - with the paper's std s_p of r runs: ours ± (t·√(s_p²/r + s²/n) + precision), where s is the
///   standard deviation of our n values and t the 97.5 per cent quantile of Student's distribution
///   with the degrees of freedom of Welch and Satterthwaite; r = n if the paper does not say, s =
///   s_p if n is below 3;
/// - for Gram errors and discrepancies of at least 5 point sets: the central 95 per cent of the
///   means of the individual sets;
/// - for these with at least 3 values: LogRatioOfMeans of r and n draws, up and down;
/// - for all others with at least 3 values: as with the paper's std, with s for s_p.
Judgement JudgeCell(std::string_view metric, const ReportedValue& reported,
                    const std::vector<DrawnValue>& values, bool deterministic);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_
