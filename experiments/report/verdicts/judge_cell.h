#ifndef MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_
#define MERCER_EXPERIMENTS_REPORT_VERDICTS_JUDGE_CELL_H_

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/report/summary/reported.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/verdicts/verdict.h"

namespace mercer {

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
