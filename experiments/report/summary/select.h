#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The part of a summary that a report covers; empty lists mean everything.
struct Selection {
  std::vector<std::string> metrics{};  // of ReportMetrics(), in the order of the columns
  // Keys dataset, kernel, method (ids, or names as in cells) and D ("none": without one). If a key
  // is given several times, any of its values matches.
  std::vector<std::pair<std::string, std::string>> only{};

  bool IsEmpty() const { return metrics.empty() && only.empty(); }
};

/// The keys of Selection::only.
std::vector<std::string> SelectionKeys();

/// Removes the rows, data sets, tuned values and notes that were not selected. Throws InvalidInput
/// for an unknown metric or key, for a value or a metric that no row has, and if no row has all of
/// the values together.
void Select(const Selection& selection, Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_SELECT_H_
