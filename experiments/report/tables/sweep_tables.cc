#include <algorithm>
#include <set>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/best.h"
#include "experiments/report/tables/deviation_marks.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

/// Builds the table of one data set and kernel.
class SweepTable {
 public:
  SweepTable(const Summary& summary, const RowIndex& rows, DeviationMarks& marks,
             const std::vector<std::string>& metrics, std::string dataset, std::string kernel)
      : summary_(summary),
        rows_(rows),
        marks_(marks),
        metrics_(metrics),
        dataset_(std::move(dataset)),
        kernel_(std::move(kernel)) {
    for (const std::string& method : MethodsOf(summary_, kernel_)) {
      const auto& sizes = rows_.Sizes({dataset_, kernel_, method});
      if (sizes.empty()) continue;
      (sizes.back() > 0 ? methods_ : without_map_).push_back(method);
      for (const auto size : sizes) {
        if (size > 0) sizes_.insert(size);
      }
    }
  }

  Table Build(bool is_of_times) {
    const std::string& substitutes = summary_.Substitutes(dataset_);
    table_.title = summary_.names.Dataset(dataset_) + marks_.OfDataset(kernel_, dataset_);
    if (!substitutes.empty())
      table_.title += " (substitute for " + summary_.names.Dataset(substitutes) + ")";
    table_.title +=
        ", kernel " + kernel_ + marks_.OfKernel(kernel_) + (is_of_times ? ": times" : "");
    table_.dataset = dataset_;
    table_.kernel = kernel_;
    table_.num_names = 1;
    table_.sweep = !is_of_times && sizes_.size() > 1;
    AddColumns();
    for (const std::string& method : without_map_) {
      TableRow line = WithoutMap(method);
      if (!line.parts.empty()) table_.rows.push_back(std::move(line));
    }
    for (const auto size : sizes_) AddSize(size);
    table_.notes = marks_.TakeNotes();
    return std::move(table_);
  }

 private:
  void AddColumns() {
    table_.columns.push_back({"", "D"});
    for (const std::string& metric : metrics_) {
      const Metric* known = FindMetric(metric);
      const std::string title = TitleWithUnit(*known);
      for (const std::string& method : methods_) {
        if (!IsShown(method, metric)) continue;
        const std::string name = summary_.names.Method(method) + marks_.OfMethod(kernel_, method);
        if (!IsReported(method, metric) && !HasTheory(method, metric)) {
          // Ours alone: the methods stand side by side.
          table_.columns.push_back({title, name, !IsMachineTime(known->kind), method});
          continue;
        }
        const std::string group = title + ": " + name;
        table_.columns.push_back({group, "ours", !IsMachineTime(known->kind), method});
        if (IsReported(method, metric))
          table_.columns.push_back({group, summary_.ReportedBy(), false, method});
        if (HasTheory(method, metric)) table_.columns.push_back({group, "theory", false, method});
      }
    }
  }

  // Not every method has a duality gap. Gram errors that nobody asked for are shown of all methods
  // or of none, so that the best of the row is the best of all methods.
  bool IsShown(const std::string& method, const std::string& metric) const {
    if (metric == "duality_gap")
      return AnySize(method, metric, [](const SummaryRow&) { return true; });
    if (metric != "gram_rel_frobenius" || metric == summary_.main_metric ||
        !summary_.asked_metrics.empty())
      return true;
    return std::any_of(methods_.begin(), methods_.end(), [&](const std::string& other) {
      return IsReported(other, metric) || HasTheory(other, metric);
    });
  }

  template <class Has>
  bool AnySize(const std::string& method, const std::string& metric, Has has) const {
    return std::any_of(sizes_.begin(), sizes_.end(), [&](std::int64_t size) {
      const SummaryRow* row = rows_.Find({dataset_, kernel_, method, size}, metric);
      return row != nullptr && has(*row);
    });
  }

  bool IsReported(const std::string& method, const std::string& metric) const {
    return AnySize(method, metric, [](const SummaryRow& row) { return row.reported.has_value(); });
  }

  bool HasTheory(const std::string& method, const std::string& metric) const {
    return AnySize(method, metric, [](const SummaryRow& row) { return row.theory.has_value(); });
  }

  void AddSize(std::int64_t size) {
    TableRow line{"", {std::to_string(size)}, "", {nullptr}};
    for (const std::string& metric : metrics_) {
      const MetricKind kind = FindMetric(metric)->kind;
      std::vector<std::size_t> places;
      std::vector<const SummaryRow*> ours;
      for (const std::string& method : methods_) {
        if (!IsShown(method, metric)) continue;
        const SummaryRow* row = rows_.Find({dataset_, kernel_, method, size}, metric);
        places.push_back(line.cells.size());
        ours.push_back(row);
        line.cells.push_back(row == nullptr ? "" : OursText(kind, *row));
        line.sources.push_back(row);
        if (IsReported(method, metric)) {
          const bool reported = row != nullptr && row->reported.has_value();
          line.cells.push_back(reported ? ReportedText(kind, *row->reported) : "");
          line.sources.push_back(reported ? row : nullptr);
        }
        if (HasTheory(method, metric)) {
          const bool expected = row != nullptr && row->theory.has_value();
          line.cells.push_back(expected ? TheoryText(kind, *row->theory) : "");
          line.sources.push_back(nullptr);
        }
      }
      const std::vector<bool> best = BestOf(ours);
      line.best.resize(line.cells.size());
      for (std::size_t i = 0; i < places.size(); ++i) line.best[places[i]] = best[i];
    }
    table_.rows.push_back(std::move(line));
  }

  // A method without D has one line of words above the rows.
  TableRow WithoutMap(const std::string& method) {
    TableRow line;
    const auto add = [&](std::string text, const SummaryRow* source, bool is_paper) {
      line.heading += text;
      line.parts.push_back({std::move(text), source, is_paper});
    };
    std::string words = summary_.names.Method(method) + marks_.OfMethod(kernel_, method) + ": ";
    for (const std::string& metric : metrics_) {
      const SummaryRow* row = rows_.Find({dataset_, kernel_, method, 0}, metric);
      if (row == nullptr) continue;
      const Metric* known = FindMetric(metric);
      add(words + std::string(known->title) + " ", nullptr, false);
      add(OursText(known->kind, *row), row, false);
      words = ", ";
      if (!row->reported) continue;
      add(" (" + std::string(summary_.ReportedBy()) + " ", nullptr, false);
      add(ReportedText(known->kind, *row->reported), row, true);
      add(")", nullptr, false);
    }
    return line;
  }

  const Summary& summary_;
  const RowIndex& rows_;
  DeviationMarks& marks_;
  const std::vector<std::string>& metrics_;
  const std::string dataset_, kernel_;
  std::vector<std::string> methods_, without_map_;
  std::set<std::int64_t> sizes_;
  Table table_;
};

}  // namespace

std::vector<Table> SweepTables(const Summary& summary) {
  std::vector<Table> tables;
  const RowIndex rows(summary);
  DeviationMarks marks(summary);
  const std::vector<std::string> never = NeverRun(summary);
  const std::vector<std::string> results = ShownResults(summary), times = ShownTimes(summary);
  for (const std::string& kernel : KernelsOf(summary)) {
    for (const std::string& dataset : DatasetsOf(summary, kernel)) {
      if (std::find(never.begin(), never.end(), dataset) != never.end()) continue;
      tables.push_back(SweepTable(summary, rows, marks, results, dataset, kernel).Build(false));
      if (times.empty()) continue;
      tables.push_back(SweepTable(summary, rows, marks, times, dataset, kernel).Build(true));
    }
  }
  return tables;
}

}  // namespace mercer
