#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/tables/best.h"
#include "experiments/report/tables/deviation_marks.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

/// A place on an axis: a name; of D, or of a method with several of them, the number.
using Place = std::pair<std::string, std::int64_t>;

std::string MetricTitle(const Summary& summary, const std::string& kernel,
                        const std::string& metric) {
  const Metric* known = FindMetric(metric);
  if (known->kind != MetricKind::kSpeedup) return TitleWithUnit(*known);
  const std::string baseline(BaselineOf(metric));
  return std::string(metric.starts_with("train") ? "train × " : "test × ") +
         summary.names.Method(baseline.empty() ? BaselineMethod(summary, kernel) : baseline);
}

/// The tables of one kernel.
class KernelPivot {
 public:
  KernelPivot(const Summary& summary, const PivotAxes& axes, DeviationMarks& marks,
              std::string kernel)
      : summary_(summary), axes_(axes), marks_(marks), kernel_(std::move(kernel)) {
    const std::vector<std::string> shown = ShownMetrics(summary);
    for (const SummaryRow& row : summary.rows) {
      if (row.cell.kernel != kernel_) continue;
      const bool is_shown =
          std::find(shown.begin(), shown.end(), row.metric) != shown.end() ||
          (!summary.asked_metrics.empty() && FindMetric(row.metric)->kind == MetricKind::kSpeedup);
      if (!is_shown) continue;
      if (IsNotRun(summary, kernel_, row.cell.dataset)) {
        if (std::find(not_run_.begin(), not_run_.end(), row.cell.dataset) == not_run_.end())
          not_run_.push_back(row.cell.dataset);
        continue;
      }
      rows_.push_back(&row);
      sizes_[{row.cell.method, row.cell.dataset}].insert(row.cell.num_random_features);
    }
  }

  std::vector<Table> Build() {
    std::vector<Table> tables;
    std::vector<std::array<Place, 4>> parts;  // what is on neither axis, in the order met
    for (const SummaryRow* row : rows_) {
      const auto part = PartOf(*row);
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
    }
    for (const auto& part : parts) tables.push_back(BuildPart(part));
    return tables;
  }

 private:
  bool IsOnAxis(const std::string& axis) const {
    return axes_.rows == axis || axes_.columns == axis;
  }

  bool HasSeveralSizes(const std::string& method) const {
    return std::any_of(sizes_.begin(), sizes_.end(), [&](const auto& entry) {
      return entry.first.first == method && entry.second.size() > 1;
    });
  }

  Place PlaceOf(const SummaryRow& row, const std::string& axis) const {
    if (axis == "datasets") return {row.cell.dataset, 0};
    if (axis == "metrics") return {row.metric, 0};
    if (axis == "D") return {"", row.cell.num_random_features};
    const bool has_size = !IsOnAxis("D") && HasSeveralSizes(row.cell.method);
    return {row.cell.method, has_size ? row.cell.num_random_features : 0};
  }

  std::array<Place, 4> PartOf(const SummaryRow& row) const {
    std::array<Place, 4> part;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::string& axis = TableAxes()[i];
      if (axis != "D" && !IsOnAxis(axis)) part[i] = PlaceOf(row, axis);
    }
    return part;
  }

  std::string MethodName(const Place& place) const {
    const std::string name =
        summary_.names.Method(place.first) + marks_.OfMethod(kernel_, place.first);
    if (place.second > 0) return name + ", D = " + std::to_string(place.second);
    if (IsOnAxis("D")) return name;
    std::set<std::int64_t> sizes;
    for (const auto& [key, of_dataset] : sizes_)
      if (key.first == place.first) sizes.insert(of_dataset.begin(), of_dataset.end());
    sizes.erase(0);
    if (sizes.empty()) return name;
    return name + ", D = " + std::to_string(*sizes.begin()) +
           (sizes.size() > 1 ? " to " + std::to_string(*sizes.rbegin()) : "");
  }

  std::string NameOf(const Place& place, const std::string& axis) const {
    if (axis == "methods") return MethodName(place);
    if (axis == "metrics") return MetricTitle(summary_, kernel_, place.first);
    if (axis == "D") {
      if (place.second == 0) return "without D";
      return (axes_.columns == axis ? "D = " : "") + std::to_string(place.second);
    }
    const std::string& substitutes = summary_.Substitutes(place.first);
    return summary_.names.Dataset(place.first) + marks_.OfDataset(kernel_, place.first) +
           (substitutes.empty() ? ""
                                : " (substitute for " + summary_.names.Dataset(substitutes) + ")");
  }

  // The places of an axis in the order met; those of D by their number.
  std::vector<Place> PlacesOf(const std::vector<const SummaryRow*>& rows,
                              const std::string& axis) const {
    std::vector<Place> places;
    for (const SummaryRow* row : rows) {
      const Place place = PlaceOf(*row, axis);
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    if (axis == "D") std::sort(places.begin(), places.end());
    return places;
  }

  Table BuildPart(const std::array<Place, 4>& part) {
    std::vector<const SummaryRow*> rows;
    for (const SummaryRow* row : rows_)
      if (PartOf(*row) == part) rows.push_back(row);
    Table table;
    table.kernel = kernel_;
    table.num_names = 1;
    table.title = "kernel " + kernel_ + marks_.OfKernel(kernel_);
    for (std::size_t i = 0; i < part.size(); ++i)
      if (part[i] != Place()) table.title += ", " + NameOf(part[i], TableAxes()[i]);
    const std::vector<Place> lines = PlacesOf(rows, axes_.rows),
                             columns = PlacesOf(rows, axes_.columns);
    table.columns.push_back({"", axes_.rows == "D" ? "D" : "", axes_.rows != "D"});
    if (!IsOnAxis("datasets")) table.dataset = rows.front()->cell.dataset;
    if (!IsOnAxis("methods")) table.method = rows.front()->cell.method;
    for (const Place& line : lines) {
      TableRow row{"", {NameOf(line, axes_.rows)}};
      if (axes_.rows == "datasets") row.dataset = line.first;
      if (axes_.rows == "methods") row.method = line.first;
      table.rows.push_back(std::move(row));
    }
    for (const Place& column : columns) AddColumn(rows, lines, column, table);
    MarkBest(table);
    if (!not_run_.empty()) table.rows.push_back({NotRunLine(summary_, not_run_)});
    table.notes = marks_.TakeNotes();
    return table;
  }

  void AddColumn(const std::vector<const SummaryRow*>& rows, const std::vector<Place>& lines,
                 const Place& column, Table& table) const {
    std::map<Place, const SummaryRow*> of_line;
    bool is_reported = false, has_theory = false;
    for (const SummaryRow* row : rows) {
      if (PlaceOf(*row, axes_.columns) != column) continue;
      of_line.emplace(PlaceOf(*row, axes_.rows), row);
      is_reported = is_reported || row->reported;
      has_theory = has_theory || row->theory;
    }
    const std::string name = NameOf(column, axes_.columns);
    const bool is_alone = !is_reported && !has_theory;
    const std::string method = axes_.columns == "methods" ? column.first : "";
    const std::string dataset = axes_.columns == "datasets" ? column.first : "";
    table.columns.push_back(
        {is_alone ? "" : name, is_alone ? name : "ours", true, method, dataset});
    if (is_reported) table.columns.push_back({name, summary_.ReportedBy(), false, method, dataset});
    if (has_theory) table.columns.push_back({name, "theory", false, method, dataset});
    for (std::size_t i = 0; i < lines.size(); ++i) {
      TableRow& line = table.rows[i];
      line.sources.resize(line.cells.size());
      const auto found = of_line.find(lines[i]);
      const SummaryRow* row = found == of_line.end() ? nullptr : found->second;
      const MetricKind kind = row == nullptr ? MetricKind::kError : FindMetric(row->metric)->kind;
      const auto add = [&](bool is_there, const std::string& text) {
        line.cells.push_back(is_there ? text : "");
        line.sources.push_back(is_there ? row : nullptr);
      };
      add(row != nullptr, row == nullptr ? "" : OursText(kind, *row));
      const bool has_paper = row != nullptr && row->reported;
      if (is_reported) add(has_paper, has_paper ? ReportedText(kind, *row->reported) : "");
      const bool is_expected = row != nullptr && row->theory;
      if (has_theory) {
        line.cells.push_back(is_expected ? TheoryText(kind, *row->theory) : "");
        line.sources.push_back(nullptr);  // theirs are the measured and the reported number
      }
    }
  }

  // The methods compete in each metric of a data set, and at each D where that is on an axis.
  void MarkBest(Table& table) const {
    if (!IsOnAxis("methods")) return;
    const std::string reported_by = summary_.ReportedBy();  // which reads all rows
    struct Spot {
      std::size_t line, column;
    };
    std::map<std::tuple<std::string, std::string, std::int64_t>, std::vector<Spot>> groups;
    for (std::size_t line = 0; line < table.rows.size(); ++line) {
      TableRow& row = table.rows[line];
      row.best.resize(row.cells.size());
      for (std::size_t column = 1; column < row.cells.size(); ++column) {
        const SummaryRow* source = row.sources[column];
        const std::string& name = table.columns[column].name;
        if (source == nullptr || name == reported_by || name == "theory") continue;
        const std::int64_t size = IsOnAxis("D") ? source->cell.num_random_features : 0;
        groups[{source->cell.dataset, source->metric, size}].push_back({line, column});
      }
    }
    for (const auto& [key, spots] : groups) {
      std::vector<const SummaryRow*> rows;
      for (const Spot& spot : spots) rows.push_back(table.rows[spot.line].sources[spot.column]);
      const std::vector<bool> best = BestOf(rows);
      for (std::size_t i = 0; i < spots.size(); ++i)
        table.rows[spots[i].line].best[spots[i].column] = best[i];
    }
  }

  const Summary& summary_;
  const PivotAxes& axes_;
  DeviationMarks& marks_;
  const std::string kernel_;
  std::vector<const SummaryRow*> rows_{};
  std::vector<std::string> not_run_{};
  std::map<std::pair<std::string, std::string>, std::set<std::int64_t>> sizes_{};  // of both names
};

void CheckAxis(const std::string& axis) {
  const std::vector<std::string>& known = TableAxes();
  if (!axis.empty() && std::find(known.begin(), known.end(), axis) == known.end())
    throw InvalidInput("report: " + UnknownName("rows or columns", axis, known));
}

}  // namespace

const std::vector<std::string>& TableAxes() {
  static const std::vector<std::string> axes = {"datasets", "methods", "metrics", "D"};
  return axes;
}

PivotAxes AxesOf(const ReportView& view, bool is_sweep) {
  CheckAxis(view.rows);
  CheckAxis(view.columns);
  if (view.rows == view.columns) {
    throw InvalidInput("report: --rows and --columns are both " + Quoted(view.rows) +
                       "; expected two of " + Join(TableAxes(), ", "));
  }
  const auto other = [&](const std::string& axis) -> std::string {
    if (axis != "methods") return "methods";
    return is_sweep ? "D" : "datasets";
  };
  return {view.rows.empty() ? other(view.columns) : view.rows,
          view.columns.empty() ? other(view.rows) : view.columns};
}

std::vector<Table> PivotTables(const Summary& summary, const PivotAxes& axes) {
  std::vector<Table> tables;
  DeviationMarks marks(summary);
  for (const std::string& kernel : KernelsOf(summary)) {
    for (Table& table : KernelPivot(summary, axes, marks, kernel).Build())
      tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace mercer
