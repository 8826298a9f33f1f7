#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_ROW_INDEX_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_ROW_INDEX_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// The rows of a summary by cell and metric, for tables that ask for each of them. The summary must
/// outlive it and stay as it is. O(rows · log rows) to make.
class RowIndex {
 public:
  explicit RowIndex(const Summary& summary);

  /// nullptr where there is no such row. O(log cells).
  const SummaryRow* Find(const CellKey& cell, std::string_view metric) const;

  /// The D of a data set, kernel and method, ascending; the D of `any_size` does not matter.
  const std::vector<std::int64_t>& Sizes(const CellKey& any_size) const;

 private:
  std::map<CellKey, std::vector<const SummaryRow*>> rows_;
  std::map<CellKey, std::vector<std::int64_t>> sizes_;  // by cells with D = 0
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_ROW_INDEX_H_
