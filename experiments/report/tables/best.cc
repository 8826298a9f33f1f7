#include "experiments/report/tables/best.h"

#include <algorithm>
#include <optional>
#include <string>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"

namespace mercer {
namespace {

bool Competes(const SummaryRow* row) {
  return row != nullptr && row->measured.n > 0 && row->has_map && !row->unsolved &&
         !row->tuned_on_test && IsCompared(row->metric);
}

}  // namespace

std::vector<bool> BestOf(const std::vector<const SummaryRow*>& rows) {
  std::vector<bool> best(rows.size());
  const SummaryRow* first = nullptr;
  std::size_t competing = 0;
  for (const SummaryRow* row : rows) {
    if (!Competes(row)) continue;
    ++competing;
    const bool is_better = first != nullptr && (IsHigherBetter(row->metric)
                                                    ? row->measured.mean > first->measured.mean
                                                    : row->measured.mean < first->measured.mean);
    if (first == nullptr || is_better) first = row;
  }
  if (competing < 2) return best;
  const MetricKind kind = FindMetric(first->metric)->kind;
  const std::string text = MeanText(kind, first->measured);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    best[i] = Competes(rows[i]) && MeanText(kind, rows[i]->measured) == text;
    if (best[i]) ++count;
  }
  if (count == competing) best.assign(rows.size(), false);
  return best;
}

std::string BestNote(const std::vector<Table>& tables) {
  const bool is_there = std::any_of(tables.begin(), tables.end(), [](const Table& table) {
    return std::any_of(table.rows.begin(), table.rows.end(), [](const TableRow& row) {
      return std::find(row.best.begin(), row.best.end(), true) != row.best.end();
    });
  });
  if (!is_there) return "";
  return "the best mean of a line and metric (of a column, where each line is a method), as "
         "printed, among the approximate methods of the table; exact machines do not compete.";
}

}  // namespace mercer
