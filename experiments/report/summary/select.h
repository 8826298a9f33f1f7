#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The part of a summary that a report is about; empty lists are all.
struct Selection {
  std::vector<std::string> metrics{};  // of ReportMetrics(), in the order of the columns
  // Keys dataset, kernel, method (ids, or names as cells have them) and D ("none": without one). A
  // key given several times admits any of its values.
  std::vector<std::pair<std::string, std::string>> only{};

  bool IsEmpty() const { return metrics.empty() && only.empty(); }
};

/// The keys of Selection::only.
std::vector<std::string> SelectionKeys();

/// Leaves out the rows, data sets, tuned values and notes of what was not asked for. Throws
/// InvalidInput for an unknown metric or key, a value or a metric that no row has, or values that
/// no row has together.
void Select(const Selection& selection, Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_
