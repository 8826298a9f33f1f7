#include "experiments/report/plot/panels.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/plot/panel_names.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

// Values that span more than this are drawn on a logarithmic axis.
constexpr double kWideSpan = 5;
constexpr double kMargin = 0.04;  // share of an axis left free at its ends

/// Whether its values are known before anything runs: one of them makes no curve.
bool IsGiven(const FigureSpec& spec) { return spec.x == "D" || IsDataAxis(spec.x); }

std::string AxisTitle(const std::string& name) {
  if (name == "D") return "number of random features D";
  if (name == "input_dim") return "number of input columns d";
  if (name == "n_train") return "training rows";
  const Metric& metric = *FindMetric(name);
  switch (metric.kind) {
    case MetricKind::kShare:
    case MetricKind::kError:
    case MetricKind::kCount:
      return std::string(metric.title);
    case MetricKind::kPhase:
    case MetricKind::kSeconds:
      return std::string(metric.title) + " [s]";
    case MetricKind::kSpeedup:
      break;
  }
  return "speed-up";
}

void SetEnds(double low, double high, Axis& axis) {
  if (axis.scale == AxisScale::kLog) {
    const double factor = low < high ? std::pow(high / low, kMargin) : 2;
    axis.low = low / factor;
    axis.high = high * factor;
  } else {
    const double margin =
        low < high ? kMargin * (high - low) : std::max(std::abs(low) * kMargin, 1e-12);
    axis.low = low - margin;
    axis.high = high + margin;
  }
}

/// A whole number above 0; nullopt for any other text.
std::optional<double> PositiveCount(const std::string& text) {
  std::int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  if (count <= 0) return std::nullopt;
  return static_cast<double>(count);
}

class PanelMaker {
 public:
  PanelMaker(const Summary& summary, const RowIndex& rows, const FigureSpec& spec, Texts datasets,
             std::string kernel, std::string metric)
      : summary_(summary),
        rows_(rows),
        spec_(spec),
        metric_(*FindMetric(metric)),
        datasets_(std::move(datasets)) {
    panel_.dataset = PanelDataset(spec.x, datasets_.front());
    panel_.kernel = std::move(kernel);
    panel_.metric = std::move(metric);
  }

  Panel Make(const Texts& methods) {
    for (const std::string& method : methods) {
      if (!IsAsked(spec_.methods, method)) continue;
      const std::set<std::int64_t> sizes = SizesOf(method);
      const std::string name = summary_.names.Method(method);
      if (!IsDataAxis(spec_.x)) {
        AddMethod(method, name, sizes);
        continue;
      }
      for (const std::int64_t size : sizes)
        AddMethod(method, sizes.size() == 1 ? name : name + ", D = " + std::to_string(size),
                  {size});
    }
    SetXAxis();
    panel_.y.title = AxisTitle(panel_.metric);
    return std::move(panel_);
  }

 private:
  double InUnit(double value) const {
    return metric_.kind == MetricKind::kShare ? 100 * value : value;
  }

  std::set<std::int64_t> SizesOf(const std::string& method) const {
    std::set<std::int64_t> sizes;
    for (const std::string& dataset : datasets_) {
      const std::vector<std::int64_t>& own = rows_.Sizes({dataset, panel_.kernel, method});
      sizes.insert(own.begin(), own.end());
    }
    return sizes;
  }

  std::optional<double> PlaceOfData(const std::string& dataset) const {
    const auto facts = std::ranges::find(summary_.datasets, dataset, &DatasetFacts::label);
    if (facts == summary_.datasets.end()) return std::nullopt;
    return PlaceOnDataAxis(spec_.x, *facts);
  }

  /// Where a cell stands on the axis below; none where it has no place there.
  std::optional<double> PlaceOf(const CellKey& cell) const {
    if (spec_.x == "D") {
      if (cell.num_random_features == 0) return std::nullopt;
      return static_cast<double>(cell.num_random_features);
    }
    if (IsDataAxis(spec_.x)) return PlaceOfData(cell.dataset);
    const SummaryRow* row = rows_.Find(cell, spec_.x);
    if (row == nullptr || row->measured.n == 0 || !(row->measured.mean > 0)) return std::nullopt;
    return row->measured.mean;
  }

  void AddMethod(const std::string& method, const std::string& name,
                 const std::set<std::int64_t>& sizes) {
    Curve ours{Curve::Role::kOurs, name}, paper{Curve::Role::kPaper, name},
        theory{Curve::Role::kTheory, name};
    for (Curve* curve : {&ours, &paper, &theory}) curve->id = method;
    Curve our_level = ours, paper_level = paper;
    our_level.is_level = paper_level.is_level = true;
    for (const std::string& dataset : datasets_) {
      for (const std::int64_t size : sizes) {
        const CellKey cell{dataset, panel_.kernel, method, size};
        const SummaryRow* row = rows_.Find(cell, panel_.metric);
        if (row == nullptr) continue;
        const std::optional<double> x = PlaceOf(cell);
        if (!x && IsDataAxis(spec_.x)) continue;
        if (row->measured.n > 0) {
          std::optional<double> spread;
          if (row->measured.std) spread = InUnit(*row->measured.std);
          (x ? ours : our_level)
              .points.push_back({x.value_or(0), InUnit(row->measured.mean), spread});
        }
        if (row->reported) AddReported(cell, x, InUnit(row->reported->value), paper, paper_level);
        if (row->theory && x && std::isfinite(row->theory->value))
          theory.points.push_back({*x, InUnit(row->theory->value)});
      }
    }
    // Theory and the paper's numbers lie beneath ours.
    for (Curve* curve : {&theory, &paper, &ours}) {
      std::ranges::sort(curve->points, {}, &CurvePoint::x);
      if (!curve->points.empty()) panel_.curves.push_back(std::move(*curve));
    }
    for (Curve* curve : {&paper_level, &our_level})
      if (!curve->points.empty()) panel_.curves.push_back(std::move(*curve));
  }

  /// The paper's numbers stand at its own times, which are those of another machine, and else where
  /// ours do.
  void AddReported(const CellKey& cell, std::optional<double> x, double value, Curve& curve,
                   Curve& level) const {
    if (FindMetric(spec_.x) != nullptr && FindMetric(spec_.x)->kind == MetricKind::kSeconds) {
      const SummaryRow* time = rows_.Find(cell, spec_.x);
      if (time == nullptr || !time->reported) return;
      x = time->reported->value;
    }
    (x ? curve : level).points.push_back({x.value_or(0), value});
  }

  void SetXAxis() {
    panel_.x.title = AxisTitle(spec_.x);
    panel_.x.is_listed = IsGiven(spec_);
    panel_.x.scale = spec_.x_scale.value_or(AxisScale::kLog);
    std::set<double> values;
    for (const Curve& curve : panel_.curves)
      if (!curve.is_level)
        for (const CurvePoint& point : curve.points) values.insert(point.x);
    panel_.x_values.assign(values.begin(), values.end());
    if (!values.empty()) SetEnds(*values.begin(), *values.rbegin(), panel_.x);
  }

  const Summary& summary_;
  const RowIndex& rows_;
  const FigureSpec& spec_;
  const Metric& metric_;
  const Texts datasets_;  // of this panel: one, or those of an axis that is the data's
  Panel panel_{};
};

/// The least and the largest value of a panel.
std::pair<double, double> ValuesOf(const Panel& panel) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  }
  return {low, high};
}

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

/// Leaves out what a logarithmic axis has no place for.
void DropNonPositive(Panel& panel) {
  for (Curve& curve : panel.curves)
    std::erase_if(curve.points, [](const CurvePoint& point) { return !(point.y > 0); });
  std::erase_if(panel.curves, [](const Curve& curve) { return curve.points.empty(); });
}

void SetYAxis(AxisScale scale, Panel& panel) {
  panel.y.scale = scale;
  const bool is_log = scale == AxisScale::kLog;
  if (is_log) DropNonPositive(panel);
  const auto [least, most] = ValuesOf(panel);
  if (least > most) return;  // nothing is left
  double low = least, high = most;
  for (const Curve& curve : panel.curves) {
    for (const CurvePoint& point : curve.points) {
      high = std::max(high, point.y + point.spread.value_or(0));
      low = std::min(low, point.y - point.spread.value_or(0));
    }
  }
  // A bar that reaches far below the values would flatten them.
  if (is_log) low = std::max(low, least / 2);
  if (!is_log && least >= 0) low = std::max(low, 0.0);
  if (!is_log && FindMetric(panel.metric)->kind == MetricKind::kShare) high = std::min(high, 100.0);
  SetEnds(low, high, panel.y);
}

/// Whether a panel shows more than one place of the axis below: methods that have one place each,
/// as accuracy against training time, are enough where that axis is measured.
bool HasCurve(const Panel& panel, const FigureSpec& spec) {
  std::size_t points = 0, longest = 0;
  bool has_ours = false;
  for (const Curve& curve : panel.curves) {
    has_ours |= curve.role == Curve::Role::kOurs;
    if (curve.is_level) continue;
    points += curve.points.size();
    longest = std::max(longest, curve.points.size());
  }
  return longest >= 2 || (!IsGiven(spec) && points >= 2 && has_ours);
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
std::vector<Panel> PanelsOf(const Summary& summary, const RowIndex& rows, const FigureSpec& spec,
                            const std::string& metric) {
  std::vector<Panel> panels;
  for (const std::string& kernel : KernelsOf(summary)) {
    if (!IsAsked(spec.kernels, kernel)) continue;
    for (const Texts& datasets : DatasetGroups(summary, kernel, spec)) {
      PanelMaker maker(summary, rows, spec, datasets, kernel, metric);
      panels.push_back(maker.Make(MethodsOf(summary, kernel)));
    }
  }
  std::erase_if(panels, [&](const Panel& panel) { return !HasCurve(panel, spec); });
  if (panels.empty()) return panels;
  const AxisScale scale = ScaleOf(panels, spec);
  for (Panel& panel : panels) SetYAxis(scale, panel);
  std::erase_if(panels, [&](const Panel& panel) { return !HasCurve(panel, spec); });
  return panels;
}

[[noreturn]] void RefuseWithoutPanels(const Summary& summary, const FigureSpec& spec) {
  const Texts metrics = MetricsOf(summary, spec);
  if (metrics.empty()) {
    throw InvalidInput("the figure has no metric besides its horizontal axis " + Quoted(spec.x) +
                       "; expected another metric (--metrics) or axis (--x)");
  }
  const std::string fault =
      "no method has values of " + Join(metrics, ", ") + " at two or more " + spec.x + " there; ";
  const Texts axes = AxesWithPanels(summary, spec);
  if (axes.empty())
    throw InvalidInput(fault + "expected a sweep or two methods; mercer report prints the numbers");
  throw InvalidInput(fault + "expected a sweep, or another axis that has two: --x " +
                     Join(axes, ", "));
}

}  // namespace

bool IsDataAxis(const std::string& axis) { return axis == "input_dim" || axis == "n_train"; }

std::optional<double> PlaceOnDataAxis(const std::string& axis, const DatasetFacts& facts) {
  return PositiveCount(axis == "input_dim" ? facts.input_dim : facts.n_train);
}

std::string PanelDataset(const std::string& axis, const std::string& dataset) {
  if (!IsDataAxis(axis)) return dataset;
  return axis == "input_dim" ? WithoutParameter(dataset, "d") : PlainName(dataset);
}

bool IsAsked(const std::vector<std::string>& names, const std::string& shown) {
  return names.empty() || std::ranges::count(names, shown) > 0 ||
         std::ranges::count(names, PlainName(shown)) > 0;
}

std::vector<std::string> AxesWithPanels(const Summary& summary, const FigureSpec& spec) {
  const RowIndex rows(summary);
  Texts axes;
  for (const std::string& axis : FigureAxes()) {
    FigureSpec other = spec;
    other.x = axis;
    const bool has_panels = std::ranges::any_of(
        MetricsOf(summary, other),
        [&](const std::string& metric) { return !PanelsOf(summary, rows, other, metric).empty(); });
    if (has_panels) axes.push_back(axis);
  }
  return axes;
}

Figure MakeFigure(const Summary& summary, const FigureSpec& spec) {
  CheckSelection(summary, spec);
  const RowIndex rows(summary);
  const Texts metrics = MetricsOf(summary, spec);
  Figure figure;
  figure.reported_by = summary.ReportedBy();
  std::size_t of_a_metric = 0;
  for (const std::string& metric : metrics) {
    std::vector<Panel> panels = PanelsOf(summary, rows, spec, metric);
    of_a_metric = std::max(of_a_metric, panels.size());
    std::ranges::move(panels, std::back_inserter(figure.panels));
  }
  if (figure.panels.empty()) RefuseWithoutPanels(summary, spec);
  for (Panel& panel : figure.panels) {
    panel.dataset = summary.names.Dataset(panel.dataset);
    for (const Curve& curve : panel.curves)
      if (!std::ranges::count(figure.methods, curve.method)) figure.methods.push_back(curve.method);
  }
  figure.of_a_metric = of_a_metric;
  return figure;
}

}  // namespace mercer
