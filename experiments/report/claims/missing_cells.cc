#include "experiments/report/claims/missing_cells.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "experiments/report/claims/paper_claims.h"

namespace mercer {
namespace {

// The cells that have trials, and those that are taken to have none yet: of a data set of the
// config that has not begun, the cells of the others; while trials are missing, of each data set
// all kernels and methods, at the D that it has.
std::set<CellKey> CellsOf(const Summary& summary) {
  std::set<CellKey> begun, cells;
  for (const auto& [cell, unused] : summary.methods) begun.insert(cell);
  cells = begun;
  for (const std::string& name : summary.provenance.datasets) {
    CellSelector dataset;
    dataset.Restrict("dataset", {name});
    const auto takes = [&](const CellKey& cell) { return dataset.Takes(cell); };
    if (std::any_of(begun.begin(), begun.end(), takes)) continue;
    for (CellKey cell : begun) {
      cell.dataset = name;
      cells.insert(cell);
    }
  }
  if (summary.missing_trials == 0) return cells;
  std::map<std::string, std::set<std::int64_t>> sizes;  // of each data set the D, 0 among them
  std::set<CellKey> methods;                            // with D 0 or 1
  for (const CellKey& cell : begun) {
    sizes[cell.dataset].insert({0, cell.num_random_features});
    methods.insert(
        {"", cell.kernel, cell.method, std::min<std::int64_t>(cell.num_random_features, 1)});
  }
  for (const auto& [dataset, all] : sizes) {
    for (const CellKey& method : methods) {
      for (const std::int64_t size : all)
        if ((size > 0) == (method.num_random_features > 0))
          cells.insert({dataset, method.kernel, method.method, size});
    }
  }
  return cells;
}

}  // namespace

std::set<CellKey> CellsWithoutData(const Summary& summary, const std::string& metric) {
  std::set<CellKey> cells = CellsOf(summary), with_data;
  std::set<std::string> with_metric;
  for (const SummaryRow& row : summary.rows) {
    cells.insert(row.cell);
    if (row.measured.n == 0) continue;
    with_data.insert(row.cell);
    if (row.metric == metric) with_metric.insert(row.cell.method);
  }
  std::erase_if(cells, [&](const CellKey& cell) {
    return with_data.contains(cell) || !with_metric.contains(cell.method);
  });
  return cells;
}

}  // namespace mercer
