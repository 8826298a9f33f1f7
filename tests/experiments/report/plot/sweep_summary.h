#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_PLOT_SWEEP_SUMMARY_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_PLOT_SWEEP_SUMMARY_H_

#include <optional>
#include <string>

#include "experiments/report/summary/summary.h"

namespace mercer::testing {

inline SummaryRow MakeRow(const CellKey& cell, const std::string& metric, double mean,
                          std::optional<double> spread = {}) {
  SummaryRow row{.cell = cell, .metric = metric};
  row.measured = {.n = 3, .mean = mean, .std = spread};
  return row;
}

/// Accuracy and cost of "rff" at D = 10, 100, 1000, the paper's accuracy at the first two, and the
/// accuracy of "exact", which has no D.
inline Summary MakeSweep() {
  Summary summary;
  summary.experiment = "test/sweep";
  summary.main_metric = "accuracy";
  const auto cell = [](const std::string& method, std::int64_t size) {
    return CellKey{"nursery", "polynomial", method, size};
  };
  const double means[] = {0.7, 0.8, 0.9};
  std::int64_t size = 10;
  for (const double mean : means) {
    SummaryRow row = MakeRow(cell("rff", size), "accuracy", mean, 0.02);
    if (size < 1000) row.reported.emplace().value = mean + 0.01;
    summary.rows.push_back(row);
    summary.rows.push_back(
        MakeRow(cell("rff", size), "ops_per_row", 8 * static_cast<double>(size)));
    size *= 10;
  }
  summary.rows.push_back(MakeRow(cell("exact", 0), "accuracy", 0.95));
  return summary;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_PLOT_SWEEP_SUMMARY_H_
