#include "experiments/report/summary/row_index.h"

#include <algorithm>

namespace mercer {
namespace {

CellKey WithoutSize(CellKey cell) {
  cell.num_random_features = 0;
  return cell;
}

}  // namespace

RowIndex::RowIndex(const Summary& summary) {
  for (const SummaryRow& row : summary.rows) {
    auto& rows = rows_[row.cell];
    if (rows.empty()) sizes_[WithoutSize(row.cell)].push_back(row.cell.num_random_features);
    rows.push_back(&row);
  }
  for (auto& [cell, sizes] : sizes_) std::sort(sizes.begin(), sizes.end());
}

const SummaryRow* RowIndex::Find(const CellKey& cell, std::string_view metric) const {
  const auto rows = rows_.find(cell);
  if (rows == rows_.end()) return nullptr;
  const auto it = std::find_if(rows->second.begin(), rows->second.end(),
                               [&](const SummaryRow* row) { return row->metric == metric; });
  return it == rows->second.end() ? nullptr : *it;
}

const std::vector<std::int64_t>& RowIndex::Sizes(const CellKey& any_size) const {
  static const std::vector<std::int64_t> none;
  const auto it = sizes_.find(WithoutSize(any_size));
  return it == sizes_.end() ? none : it->second;
}

}  // namespace mercer
