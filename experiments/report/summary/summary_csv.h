#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_CSV_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_CSV_H_

#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// summary.csv: experiment, dataset, kernel, method, D, metric, n, mean, std, stderr, reported,
/// reported_std, difference, band_low, band_high, band_kind, verdict, deviations; one row per cell
/// and metric. Numbers as FormatNumber writes them in the units of files, empty where there is
/// none; deviations joined by
/// "; ", a substitute data set among them.
std::string SummaryCsv(const Summary& summary);

/// What a row's number departs from the paper in: the deviations that the config declares, and
/// those of this row alone behind them.
std::vector<std::string> DeviationsOf(const Summary& summary, const SummaryRow& row);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SUMMARY_CSV_H_
