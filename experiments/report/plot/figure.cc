#include "experiments/report/plot/figure.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

// Values that span more than this are drawn on a logarithmic axis.
constexpr double kWideSpan = 5;

/// One scale for all panels of a metric, so that they compare.
AxisScale ScaleOf(std::span<const Panel> panels, const FigureSpec& spec) {
  if (spec.y_scale) return *spec.y_scale;
  const bool is_share = FindMetric(panels.front().metric)->kind == MetricKind::kShare;
  const bool is_wide = std::ranges::any_of(panels, [](const Panel& panel) {
    const auto [low, high] = ValuesOf(panel);
    return low > 0 && high > kWideSpan * low;
  });
  return is_wide && !is_share ? AxisScale::kLog : AxisScale::kLinear;
}

/// Whether a panel shows more than one place of the axis below: methods that have one place each,
/// as accuracy against training time, are enough where that axis is measured.
bool HasCurve(const Panel& panel, const FigureAxis& axis) {
  std::size_t points = 0, longest = 0;
  bool has_ours = false;
  for (const Curve& curve : panel.curves) {
    has_ours |= curve.role == Curve::Role::kOurs;
    if (curve.is_level) continue;
    points += curve.points.size();
    longest = std::max(longest, curve.points.size());
  }
  return longest >= 2 || (!axis.IsGiven() && points >= 2 && has_ours);
}

/// Throws where a name asked for is none of those there are, with or without what is added to it.
void CheckNames(std::string_view kind, const Texts& asked, const Texts& shown) {
  for (const std::string& name : asked) {
    const bool is_there = std::ranges::any_of(
        shown, [&](const std::string& other) { return other == name || PlainName(other) == name; });
    if (!is_there) throw InvalidInput(UnknownName(kind, name, shown));
  }
}

void CheckSelection(const Summary& summary, const FigureSpec& spec) {
  Texts datasets, methods;
  const Texts kernels = KernelsOf(summary);
  for (const SummaryRow& row : summary.rows) {
    if (!std::ranges::count(datasets, row.cell.dataset)) datasets.push_back(row.cell.dataset);
    if (!std::ranges::count(methods, row.cell.method)) methods.push_back(row.cell.method);
  }
  CheckNames("data set", spec.datasets, datasets);
  CheckNames("kernel", spec.kernels, kernels);
  CheckNames("method", spec.methods, methods);
}

/// Those that have panels: no metric stands against itself.
Texts MetricsOf(const Summary& summary, const FigureSpec& spec) {
  Texts metrics = spec.metrics.empty() ? ShownMetrics(summary) : spec.metrics;
  std::erase(metrics, spec.x);
  if (spec.metrics.empty() && metrics.size() > 1) metrics.resize(1);
  return metrics;
}

/// The data sets of each panel, in the order of the rows.
std::vector<Texts> DatasetGroups(const Summary& summary, const std::string& kernel,
                                 const FigureSpec& spec) {
  std::vector<Texts> groups;
  for (const std::string& dataset : DatasetsOf(summary, kernel)) {
    if (!IsAsked(spec.datasets, dataset)) continue;
    const auto group = std::ranges::find_if(groups, [&](const Texts& others) {
      return PanelDataset(spec.x, others.front()) == PanelDataset(spec.x, dataset);
    });
    if (group != groups.end()) {
      group->push_back(dataset);
    } else {
      groups.push_back({dataset});
    }
  }
  return groups;
}

/// The panels of a metric, those that have a curve.
std::vector<Panel> PanelsOf(const Summary& summary, const RowIndex& rows, const FigureAxis& axis,
                            const FigureSpec& spec, const std::string& metric) {
  std::vector<Panel> panels;
  for (const std::string& kernel : KernelsOf(summary)) {
    if (!IsAsked(spec.kernels, kernel)) continue;
    for (const Texts& datasets : DatasetGroups(summary, kernel, spec))
      panels.push_back(MakePanel(summary, rows, axis, spec, datasets, kernel, metric));
  }
  const auto has_none = [&](const Panel& panel) { return !HasCurve(panel, axis); };
  std::erase_if(panels, has_none);
  if (panels.empty()) return panels;
  const AxisScale scale = ScaleOf(panels, spec);
  for (Panel& panel : panels) SetYAxis(scale, panel);
  std::erase_if(panels, has_none);
  return panels;
}

bool HasPanelsOn(const std::string& name, const Summary& summary, const RowIndex& rows,
                 FigureSpec spec) {
  spec.x = name;
  const FigureAxis axis(summary, rows, name);
  return std::ranges::any_of(MetricsOf(summary, spec), [&](const std::string& metric) {
    return !PanelsOf(summary, rows, axis, spec, metric).empty();
  });
}

[[noreturn]] void RefuseWithoutPanels(const Summary& summary, const RowIndex& rows,
                                      const FigureSpec& spec) {
  const Texts metrics = MetricsOf(summary, spec);
  if (metrics.empty()) {
    throw InvalidInput("the figure has no metric besides its horizontal axis " + Quoted(spec.x) +
                       "; expected another metric (--metrics) or axis (--x)");
  }
  const std::string fault =
      "no method has values of " + Join(metrics, ", ") + " at two or more " + spec.x + " there; ";
  Texts axes = FigureAxes();
  std::ranges::copy(ParameterAxes(summary), std::back_inserter(axes));
  std::erase_if(axes,
                [&](const std::string& name) { return !HasPanelsOn(name, summary, rows, spec); });
  if (axes.empty()) {
    throw InvalidInput(fault +
                       "no data set and kernel has two methods either; mercer report prints these "
                       "single numbers as a table, for a paper with --format latex");
  }
  throw InvalidInput(fault + "expected a sweep, or another axis that has two: --x " +
                     Join(axes, ", "));
}

}  // namespace

std::string AxisWithPanels(const Summary& summary, const FigureSpec& spec) {
  const RowIndex rows(summary);
  Texts axes = {spec.x, "input_dim", "n_train"};
  std::ranges::copy(ParameterAxes(summary), std::back_inserter(axes));
  axes.push_back(summary.has_learner ? "train_s" : "transform_train_s");
  std::ranges::copy(FigureAxes(), std::back_inserter(axes));
  const auto found = std::ranges::find_if(
      axes, [&](const std::string& name) { return HasPanelsOn(name, summary, rows, spec); });
  return found == axes.end() ? spec.x : *found;
}

Figure MakeFigure(const Summary& summary, const FigureSpec& spec) {
  CheckSelection(summary, spec);
  const RowIndex rows(summary);
  const FigureAxis axis(summary, rows, spec.x);
  const Texts metrics = MetricsOf(summary, spec);
  Figure figure;
  figure.reported_by = summary.ReportedBy();
  figure.levels = IsParameterAxis(spec.x) ? "this parameter" : "random features";
  std::size_t of_a_metric = 0;
  for (const std::string& metric : metrics) {
    std::vector<Panel> panels = PanelsOf(summary, rows, axis, spec, metric);
    of_a_metric = std::max(of_a_metric, panels.size());
    std::ranges::move(panels, std::back_inserter(figure.panels));
  }
  if (figure.panels.empty()) RefuseWithoutPanels(summary, rows, spec);
  for (Panel& panel : figure.panels) {
    panel.dataset = summary.names.Dataset(panel.dataset);
    for (const Curve& curve : panel.curves)
      if (!std::ranges::count(figure.methods, curve.method)) figure.methods.push_back(curve.method);
  }
  figure.of_a_metric = of_a_metric;
  return figure;
}

}  // namespace mercer
