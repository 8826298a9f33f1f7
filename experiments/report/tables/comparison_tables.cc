#include <algorithm>
#include <map>
#include <set>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/best.h"
#include "experiments/report/tables/deviation_marks.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

/// One of a method's columns.
struct MethodColumn {
  std::string method;
  std::string metric;  // "" for D
};

/// Builds a table of one kernel.
class ComparisonTable {
 public:
  ComparisonTable(const Summary& summary, const RowIndex& rows, DeviationMarks& marks,
                  std::string kernel, const std::vector<std::string>& methods,
                  const std::vector<std::string>& metrics)
      : summary_(summary),
        rows_(rows),
        marks_(marks),
        kernel_(std::move(kernel)),
        baseline_(BaselineMethod(summary, kernel_)),
        has_paper_(HasPaper(summary)) {
    for (const std::string& method : methods) AddColumnsOf(method, metrics);
  }

  /// Whether some column holds more than a D.
  bool HasNumbers() const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [](const MethodColumn& column) { return !column.metric.empty(); });
  }

  Table Build(std::string title) {
    table_.title = std::move(title);
    table_.kernel = kernel_;
    table_.num_names = 1;
    table_.columns.push_back({"", "", true});
    for (const MethodColumn& column : columns_) table_.columns.push_back(Header(column));
    std::vector<std::string> not_run;
    for (const std::string& dataset : DatasetsOf(summary_, kernel_)) {
      if (IsNotRun(summary_, kernel_, dataset)) {
        not_run.push_back(dataset);
      } else {
        AddDataset(dataset);
      }
    }
    if (!not_run.empty()) table_.rows.push_back({NotRunLine(summary_, not_run)});
    table_.notes = marks_.TakeNotes();
    return std::move(table_);
  }

 private:
  bool Any(const std::string& method, std::string_view metric) const {
    return std::any_of(summary_.rows.begin(), summary_.rows.end(), [&](const SummaryRow& row) {
      return row.cell.kernel == kernel_ && row.cell.method == method && row.metric == metric;
    });
  }

  static bool HasPaper(const Summary& summary) {
    return std::any_of(summary.rows.begin(), summary.rows.end(),
                       [](const SummaryRow& row) { return row.reported.has_value(); });
  }

  void AddColumnsOf(const std::string& method, const std::vector<std::string>& metrics) {
    const bool has_size =
        std::any_of(summary_.rows.begin(), summary_.rows.end(), [&](const SummaryRow& row) {
          return row.cell.kernel == kernel_ && row.cell.method == method &&
                 row.cell.num_random_features > 0;
        });
    if (has_size) columns_.push_back({method, ""});
    for (const std::string& metric : metrics) {
      if (Any(method, metric)) columns_.push_back({method, metric});
      const std::string speedup = metric == "train_s"  ? "train_speedup"
                                  : metric == "test_s" ? "test_speedup"
                                                       : "";
      if (!speedup.empty()) AddSpeedups(method, speedup);
    }
  }

  // Over the first exact method and, each in a column of its own, over the others.
  void AddSpeedups(const std::string& method, const std::string& speedup) {
    std::set<std::string> found;
    for (const SummaryRow& row : summary_.rows) {
      if (row.cell.kernel == kernel_ && row.cell.method == method &&
          (row.metric == speedup || row.metric.starts_with(speedup + ":")))
        found.insert(row.metric);
    }
    for (const std::string& metric : found) columns_.push_back({method, metric});
  }

  ReportColumn Header(const MethodColumn& column) const {
    const std::string group =
        summary_.names.Method(column.method) + marks_.OfMethod(kernel_, column.method);
    if (column.metric.empty()) return {group, "D", false, column.method};
    const Metric* metric = FindMetric(column.metric);
    std::string title = TitleWithUnit(*metric);
    if (metric->kind == MetricKind::kSpeedup) {
      const std::string baseline(BaselineOf(column.metric));
      title += " " + summary_.names.Method(baseline.empty() ? baseline_ : baseline);
    }
    return {group, title, !IsMachineTime(metric->kind), column.method};
  }

  // The i-th D of each method side by side.
  void AddDataset(const std::string& dataset) {
    const std::string& substitutes = summary_.Substitutes(dataset);
    std::string label = summary_.names.Dataset(dataset) + marks_.OfDataset(kernel_, dataset);
    if (!substitutes.empty())
      label += " (substitute for " + summary_.names.Dataset(substitutes) + ")";
    if (has_paper_) table_.rows.push_back({label, {}, dataset});
    std::size_t lines = 1;
    for (const MethodColumn& column : columns_) {
      lines = std::max(lines, rows_.Sizes({dataset, kernel_, column.method}).size());
    }
    for (std::size_t i = 0; i < lines; ++i) {
      // Beside no paper's numbers a line is the data set's.
      const std::string name = has_paper_ ? "ours" : i == 0 ? label : "";
      TableRow ours{"", {name}, dataset, {nullptr}},
          paper{"", {summary_.ReportedBy()}, dataset, {nullptr}},
          theory{"", {"theory"}, dataset, {nullptr}};
      bool is_reported = false, has_theory = false;
      for (const MethodColumn& column : columns_) {
        const SummaryRow* row = RowOf(dataset, column, i);
        ours.cells.push_back(OursText(dataset, column, i, row));
        const bool reported = row != nullptr && row->reported.has_value();
        ours.sources.push_back(row);
        paper.sources.push_back(reported ? row : nullptr);
        paper.cells.push_back(reported ? ReportedText(FindMetric(row->metric)->kind, *row->reported)
                                       : "");
        is_reported = is_reported || reported;
        const bool expected = row != nullptr && row->theory.has_value();
        theory.sources.push_back(nullptr);
        theory.cells.push_back(expected ? TheoryText(FindMetric(row->metric)->kind, *row->theory)
                                        : "");
        has_theory = has_theory || expected;
      }
      MarkBest(ours);
      table_.rows.push_back(std::move(ours));
      if (is_reported) table_.rows.push_back(std::move(paper));
      if (has_theory) table_.rows.push_back(std::move(theory));
    }
  }

  // The methods compete in each metric.
  void MarkBest(TableRow& line) const {
    std::map<std::string, std::vector<std::size_t>> places;  // of each metric, by cell
    for (std::size_t i = 0; i < columns_.size(); ++i) places[columns_[i].metric].push_back(i + 1);
    line.best.resize(line.cells.size());
    for (const auto& [metric, cells] : places) {
      std::vector<const SummaryRow*> rows;
      for (const std::size_t cell : cells) rows.push_back(line.sources[cell]);
      const std::vector<bool> best = BestOf(rows);
      for (std::size_t i = 0; i < cells.size(); ++i) line.best[cells[i]] = best[i];
    }
  }

  const SummaryRow* RowOf(const std::string& dataset, const MethodColumn& column,
                          std::size_t i) const {
    CellKey key{dataset, kernel_, column.method};
    const auto& sizes = rows_.Sizes(key);
    if (i >= sizes.size() || column.metric.empty()) return nullptr;
    key.num_random_features = sizes[i];
    return rows_.Find(key, column.metric);
  }

  std::string OursText(const std::string& dataset, const MethodColumn& column, std::size_t i,
                       const SummaryRow* row) const {
    if (column.metric.empty()) {
      const auto& sizes = rows_.Sizes({dataset, kernel_, column.method});
      return i < sizes.size() ? std::to_string(sizes[i]) : "";
    }
    if (row == nullptr) return "";
    return mercer::OursText(FindMetric(column.metric)->kind, *row);
  }

  const Summary& summary_;
  const RowIndex& rows_;
  DeviationMarks& marks_;
  const std::string kernel_;
  const std::string baseline_;
  const bool has_paper_;
  std::vector<MethodColumn> columns_;
  Table table_;
};

bool IsReported(const Summary& summary, const std::string& kernel, const std::string& method) {
  return std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
    return row.cell.kernel == kernel && row.cell.method == method && row.reported.has_value();
  });
}

}  // namespace

std::vector<Table> ComparisonTables(const Summary& summary) {
  std::vector<Table> tables;
  const RowIndex rows(summary);
  DeviationMarks marks(summary);
  for (const std::string& kernel : KernelsOf(summary)) {
    std::vector<std::string> reported, others;
    for (const std::string& method : MethodsOf(summary, kernel))
      (IsReported(summary, kernel, method) ? reported : others).push_back(method);
    if (reported.empty()) std::swap(reported, others);
    for (const bool is_of_times : {false, true}) {
      const std::vector<std::string> metrics =
          is_of_times ? ShownTimes(summary) : ShownResults(summary);
      std::string title = "kernel " + kernel + marks.OfKernel(kernel);
      if (is_of_times) title += ": times";
      if (is_of_times && !BaselineMethod(summary, kernel).empty())
        title += " (× m: how many times as fast as m)";
      for (const auto* methods : {&reported, &others}) {
        ComparisonTable table(summary, rows, marks, kernel, *methods, metrics);
        if (!table.HasNumbers()) continue;
        tables.push_back(table.Build(
            title + (methods == &others ? ": methods that the paper has no numbers for" : "")));
      }
    }
  }
  return tables;
}

}  // namespace mercer
