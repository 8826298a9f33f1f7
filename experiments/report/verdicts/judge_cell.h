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

/// One unit of the last digit that the paper prints: 1e-5 of 0.00341 with three digits. 0 for 0,
/// of which that cannot be told.
double LastDigit(const ReportedValue& reported);

/// How far the true number may lie from the one written down: half a unit of the last digit where
/// it is printed, one unit where it is digitised.
double PrecisionOf(const ReportedValue& reported);

/// Whether `measured`, rounded to the printed digits, is the reported number; one unit of the last
/// digit more or less where that is digitised.
bool HasThePrintedDigits(double measured, const ReportedValue& reported);

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

/// What a trial measured, and the generated point set that it used where several trials share one.
struct DrawnValue {
  double value = 0;
  std::optional<std::int64_t> point_set{};
};

/// Holds the mean of at least one value against the paper's number; `metric` is one that is judged
/// (IsJudged). `deterministic`: nothing that the values depend on is drawn (drawn.h). The verdict
/// is the same for any order of the values. docs/verdicts.md has the rules:
///
///   nothing drawn, and the paper's spread absent or 0: kExact with the printed digits, else
///   kAgrees
///     within 1 per cent (an accuracy or error rate: within the margin);
///   else a test of equivalence (Schuirmann 1987): with the band, whose ends are at the numbers of
///     the paper that the runs cannot tell from ours at 95 per cent, the difference of the expected
///     numbers lies from reported − high to reported − low. Wholly within ±margin it is kAgrees;
///     else, if it leaves out 0, kBetter or kWorse; else kUntold;
///   nothing known of the spread (fewer than three values, or such that do not vary, and no std of
///     the paper): kUntold within the margin, else kBetter or kWorse.
///
/// The margin is 1 point of an accuracy or error rate, below an error rate of 5 per cent 20 per
/// cent of it + precision; 20 per cent of the paper's number of all else. The band is
///
///   the paper's std s_p of r runs: ours ± (t·√(s_p²/r + s²/n) + precision), where s is the
///   standard
///     deviation of our n values and t the 97.5 per cent quantile of Student's law with the degrees
///     of freedom of Welch and Satterthwaite; r = n where the paper does not say, s = s_p where n
///     is below 3;
///   Gram errors and discrepancies of 5 point sets or more: the central 95 per cent of the means of
///     the single sets;
///   these of 3 values or more: LogRatioOfMeans of r means, up and down;
///   all others of 3 values or more: as with the paper's std, with s for s_p.
Judgement JudgeCell(std::string_view metric, const ReportedValue& reported,
                    const std::vector<DrawnValue>& values, bool deterministic);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_
