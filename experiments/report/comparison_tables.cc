#include <algorithm>

#include "experiments/report/layout.h"
#include "experiments/report/metrics.h"
#include "experiments/report/number_text.h"

namespace mercer {
namespace {

/// One of a method's columns.
struct MethodColumn {
  std::string method;
  std::string metric;  // "" for D
};

/// Builds the table of one kernel.
class ComparisonTable {
 public:
  ComparisonTable(const Summary& summary, std::string kernel)
      : summary_(summary), kernel_(std::move(kernel)) {
    for (const std::string& method : MethodsOf(summary_, kernel_)) AddColumnsOf(method);
  }

  Table Build() {
    table_.title = "kernel " + kernel_;
    table_.columns.push_back({"", "", true});
    for (const MethodColumn& column : columns_) table_.columns.push_back(Header(column));
    for (const std::string& dataset : DatasetsOf(summary_, kernel_)) AddDataset(dataset);
    return std::move(table_);
  }

 private:
  bool Any(const std::string& method, std::string_view metric) const {
    return std::any_of(summary_.rows.begin(), summary_.rows.end(), [&](const SummaryRow& row) {
      return row.cell.kernel == kernel_ && row.cell.method == method && row.metric == metric;
    });
  }

  void AddColumnsOf(const std::string& method) {
    const bool has_size =
        std::any_of(summary_.rows.begin(), summary_.rows.end(), [&](const SummaryRow& row) {
          return row.cell.kernel == kernel_ && row.cell.method == method &&
                 row.cell.num_random_features > 0;
        });
    if (has_size) columns_.push_back({method, ""});
    for (const std::string& metric : ShownMetrics(summary_)) {
      if (Any(method, metric)) columns_.push_back({method, metric});
      const std::string speedup = metric == "train_s"  ? "train_speedup"
                                  : metric == "test_s" ? "test_speedup"
                                                       : "";
      if (!speedup.empty() && Any(method, speedup)) columns_.push_back({method, speedup});
    }
  }

  static TableColumn Header(const MethodColumn& column) {
    if (column.metric.empty()) return {column.method, "D"};
    const Metric* metric = FindMetric(column.metric);
    const bool is_time =
        metric->kind == MetricKind::kSeconds || metric->kind == MetricKind::kSpeedup;
    return {column.method, std::string(metric->title), !is_time};
  }

  // The i-th D of each method side by side.
  void AddDataset(const std::string& dataset) {
    const std::string& substitutes = summary_.Substitutes(dataset);
    table_.rows.push_back(
        {substitutes.empty() ? dataset : dataset + " (substitute for " + substitutes + ")"});
    std::size_t lines = 1;
    for (const MethodColumn& column : columns_) {
      lines = std::max(lines, SizesOf(summary_, {dataset, kernel_, column.method}).size());
    }
    for (std::size_t i = 0; i < lines; ++i) {
      TableRow ours{"", {"ours"}}, paper{"", {"paper"}};
      bool is_reported = false;
      for (const MethodColumn& column : columns_) {
        const SummaryRow* row = RowOf(dataset, column, i);
        ours.cells.push_back(OursText(dataset, column, i, row));
        const bool reported = row != nullptr && row->reported.has_value();
        paper.cells.push_back(reported ? ReportedText(FindMetric(row->metric)->kind, *row->reported)
                                       : "");
        is_reported = is_reported || reported;
      }
      table_.rows.push_back(std::move(ours));
      if (is_reported) table_.rows.push_back(std::move(paper));
    }
  }

  const SummaryRow* RowOf(const std::string& dataset, const MethodColumn& column,
                          std::size_t i) const {
    CellKey key{dataset, kernel_, column.method};
    const auto sizes = SizesOf(summary_, key);
    if (i >= sizes.size() || column.metric.empty()) return nullptr;
    key.num_random_features = sizes[i];
    return summary_.Find(key, column.metric);
  }

  std::string OursText(const std::string& dataset, const MethodColumn& column, std::size_t i,
                       const SummaryRow* row) const {
    if (column.metric.empty()) {
      const auto sizes = SizesOf(summary_, {dataset, kernel_, column.method});
      return i < sizes.size() ? std::to_string(sizes[i]) : "";
    }
    if (row == nullptr) return "";
    return mercer::OursText(FindMetric(column.metric)->kind, *row);
  }

  const Summary& summary_;
  const std::string kernel_;
  std::vector<MethodColumn> columns_;
  Table table_;
};

}  // namespace

std::vector<Table> ComparisonTables(const Summary& summary) {
  std::vector<Table> tables;
  for (const std::string& kernel : KernelsOf(summary)) {
    tables.push_back(ComparisonTable(summary, kernel).Build());
  }
  return tables;
}

}  // namespace mercer
