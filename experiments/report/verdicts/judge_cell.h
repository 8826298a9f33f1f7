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
/// is kExact, kAgrees, kBetter or kWorse, the same for any order of the values. docs/verdicts.md
/// has the rules, which in turn are:
///
///   nothing drawn, and the paper's spread absent or 0: the printed digits, else 1 per cent (an
///     accuracy or error rate: the fixed band);
///   the paper's std s_p of r runs: t·√(s_p²/r + s²/n) + precision, where s is the standard
///     deviation of our n values and t the 97.5 per cent quantile of Student's law with the degrees
///     of freedom of Welch and Satterthwaite; r = n where the paper does not say, s = s_p where n
///     is below 3;
///   accuracies and error rates: ±1 point, below an error rate of 5 per cent ±(20 per cent of it +
///     precision); for 3 values or more as with the paper's std, with s for s_p, where that is
///     wider;
///   Gram errors and discrepancies of 5 point sets or more: the central 95 per cent of the means of
///     the single sets;
///   these of 3 values or more that differ: LogRatioOfMeans of r means, up and down;
///   other errors of 3 values or more that differ: as with the paper's std, with s for s_p;
///   all others: ±20 per cent.
Judgement JudgeCell(std::string_view metric, const ReportedValue& reported,
                    const std::vector<DrawnValue>& values, bool deterministic);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_
