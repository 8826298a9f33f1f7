#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_TEXT_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_TEXT_H_

#include <string>

#include "experiments/report/compare/comparison.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// The comparison as tables and sentences: which test, on which data, with which result.
Document ComparisonDocument(const Comparison& comparison);

/// The comparison as CSV. Columns: test, dataset, metric, a, b, n, mean_a, mean_b, difference,
/// stderr, test_train_ratio, statistic, p, p_adjusted, critical_difference, verdict
/// (docs/compare.md). There is a row per pair of methods; over several data sets these follow the
/// rows of Friedman's test.
std::string ComparisonCsv(const Comparison& comparison);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_TEXT_H_
