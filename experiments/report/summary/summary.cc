#include "experiments/report/summary/summary.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

CellKey WithoutSize(CellKey cell) {
  cell.num_random_features = 0;
  return cell;
}

std::string Text(const std::optional<double>& value) { return value ? FormatNumber(*value) : ""; }

}  // namespace

const SummaryRow* Summary::Find(const CellKey& cell, std::string_view metric) const {
  const auto it = std::find_if(rows.begin(), rows.end(), [&](const SummaryRow& row) {
    return row.metric == metric && row.cell == cell;
  });
  return it == rows.end() ? nullptr : &*it;
}

const char* Summary::ReportedBy() const {
  bool any = false;
  for (const SummaryRow& row : rows) {
    if (row.reported && row.reported->how_read != "rerun") return "paper";
    any = any || row.reported.has_value();
  }
  return any ? "other program" : "paper";
}

const std::string& Summary::Substitutes(const std::string& dataset_label) const {
  static const std::string none;
  const auto it = std::find_if(datasets.begin(), datasets.end(), [&](const DatasetFacts& facts) {
    return facts.label == dataset_label;
  });
  if (it != datasets.end()) return it->substitutes;
  const auto by_name = substitutes.find(dataset_label);
  return by_name == substitutes.end() ? none : by_name->second;
}

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

bool Concerns(const DeviationScope& scope, const CellKey& cell) {
  const auto names = [](const std::vector<std::string>& list, const std::string& shown) {
    return list.empty() || std::find(list.begin(), list.end(), PlainName(shown)) != list.end();
  };
  return names(scope.datasets, cell.dataset) && names(scope.kernels, cell.kernel) &&
         names(scope.methods, cell.method);
}

std::vector<std::string> DeviationsOf(const Summary& summary, const SummaryRow& row) {
  const Provenance& from = summary.provenance;
  std::vector<std::string> all;
  for (const std::string& key : from.deviations) {
    const auto scope = from.deviation_scopes.find(key);
    if (scope == from.deviation_scopes.end() || Concerns(scope->second, row.cell))
      all.push_back(key);
  }
  const std::string& substitutes = summary.Substitutes(row.cell.dataset);
  if (!substitutes.empty()) all.push_back("substitute for " + substitutes);
  if (row.unsolved) all.emplace_back("unsolved");
  if (row.tuned_on_test) all.emplace_back("tuned on the test part");
  const Metric* metric = FindMetric(row.metric);
  const bool is_time = metric != nullptr && IsMachineTime(metric->kind);
  if (summary.normalised && is_time) all.emplace_back("normalised by the machine's passport");
  return all;
}

std::string SummaryCsv(const Summary& summary) {
  std::string out =
      CsvLine({"experiment", "dataset",       "kernel",    "method",    "D",        "metric",
               "n",          "mean",          "std",       "stderr",    "reported", "reported_std",
               "difference", "band_low",      "band_high", "band_kind", "margin",   "verdict",
               "theory",     "theory_stderr", "theory_z",  "deviations"});
  for (const SummaryRow& row : summary.rows) {
    const Measured& measured = row.measured;
    const auto size = row.cell.num_random_features;
    const std::optional<Band>& band = row.judgement.band;
    out += CsvLine({summary.experiment,
                    row.cell.dataset,
                    row.cell.kernel,
                    row.cell.method,
                    size == 0 ? "" : std::to_string(size),
                    row.metric,
                    std::to_string(measured.n),
                    measured.n == 0 ? "" : FormatNumber(measured.mean),
                    Text(measured.std),
                    Text(measured.standard_error),
                    row.reported ? FormatNumber(row.reported->value) : "",
                    row.reported ? Text(row.reported->std) : "",
                    Text(row.difference),
                    band ? FormatNumber(band->low) : "",
                    band ? FormatNumber(band->high) : "",
                    band ? std::string(BandKindText(band->kind)) : "",
                    Text(row.judgement.margin),
                    std::string(VerdictText(row.judgement.verdict)),
                    row.theory ? FormatNumber(row.theory->value) : "",
                    row.theory ? FormatNumber(row.theory->standard_error) : "",
                    row.theory ? Text(row.theory->z) : "",
                    Join(DeviationsOf(summary, row), "; ")});
  }
  return out;
}

}  // namespace mercer
