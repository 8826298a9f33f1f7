#include "experiments/report/plot/panel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <tuple>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

constexpr double kMargin = 0.04;  // share of an axis left free at its ends

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

/// The cells of one method, or of those that are one curve.
struct Line {
  std::string id;         // of its first method
  std::string name;       // without D, as cells have it
  std::int64_t size = 0;  // D; 0: all
  std::vector<CellKey> cells{};
};

class PanelMaker {
 public:
  PanelMaker(const Summary& summary, const RowIndex& rows, const FigureAxis& axis,
             const FigureSpec& spec, const Texts& datasets, const std::string& kernel,
             const std::string& metric)
      : summary_(summary),
        rows_(rows),
        axis_(axis),
        spec_(spec),
        metric_(*FindMetric(metric)),
        datasets_(datasets),
        scale_(spec.x_scale.value_or(axis.UsualScale())) {
    panel_.dataset = PanelDataset(axis.name(), datasets.front());
    panel_.kernel = kernel;
    panel_.metric = metric;
  }

  Panel Make() {
    const std::vector<Line> lines = Lines();
    for (const Line& line : lines) {
      const bool has_several = std::ranges::count(lines, line.name, &Line::name) > 1;
      const std::string name = summary_.names.Method(line.name);
      AddLine(line, has_several ? name + ", D = " + std::to_string(line.size) : name);
    }
    SetXAxis();
    panel_.y.title = AxisTitle(panel_.metric);
    return std::move(panel_);
  }

 private:
  /// Those of a method together and by increasing D, in the order of the summary's rows.
  std::vector<Line> Lines() const {
    std::vector<Line> lines;
    for (const std::string& method : MethodsOf(summary_, panel_.kernel)) {
      if (!IsAsked(spec_.methods, method)) continue;
      for (const std::int64_t size : SizesOf(method)) {
        for (const std::string& dataset : datasets_) {
          const CellKey cell{dataset, panel_.kernel, method, size};
          LineOf(cell, lines).cells.push_back(cell);
        }
      }
    }
    return lines;
  }

  Line& LineOf(const CellKey& cell, std::vector<Line>& lines) const {
    const std::string& name = axis_.CurveOf(cell);
    const std::int64_t size = axis_.HasCurveOfEachSize() ? cell.num_random_features : 0;
    const auto found = std::ranges::find_if(
        lines, [&](const Line& line) { return line.name == name && line.size == size; });
    if (found != lines.end()) return *found;
    const auto after = std::ranges::find_if(
        lines, [&](const Line& line) { return line.name == name && line.size > size; });
    return *lines.insert(after, {cell.method, name, size});
  }

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

  void AddLine(const Line& line, const std::string& name) {
    Curve ours{Curve::Role::kOurs, name}, paper{Curve::Role::kPaper, name},
        theory{Curve::Role::kTheory, name};
    for (Curve* curve : {&ours, &paper, &theory}) curve->id = line.id;
    Curve our_level = ours, paper_level = paper;
    our_level.is_level = paper_level.is_level = true;
    for (const CellKey& cell : line.cells) {
      const SummaryRow* row = rows_.Find(cell, panel_.metric);
      if (row == nullptr) continue;
      const std::optional<double> x = axis_.PlaceOf(cell);
      if (!x && !axis_.IsLevel(cell)) continue;
      if (x && scale_ == AxisScale::kLog && !(*x > 0)) continue;
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
    const Metric* metric = FindMetric(axis_.name());
    if (metric != nullptr && IsSeconds(metric->kind)) {
      const SummaryRow* time = rows_.Find(cell, axis_.name());
      if (time == nullptr || !time->reported) return;
      x = time->reported->value;
    }
    if (x && scale_ == AxisScale::kLog && !(*x > 0)) return;
    (x ? curve : level).points.push_back({x.value_or(0), value});
  }

  void SetXAxis() {
    panel_.x.title = AxisTitle(axis_.name());
    // A parameter of many equal steps, such as iterations, is read better at round numbers.
    panel_.x.is_listed =
        axis_.IsGiven() && (scale_ == AxisScale::kLog || !IsParameterAxis(axis_.name()));
    panel_.x.scale = scale_;
    std::set<double> values;
    for (const Curve& curve : panel_.curves)
      if (!curve.is_level)
        for (const CurvePoint& point : curve.points) values.insert(point.x);
    panel_.x_values.assign(values.begin(), values.end());
    if (!values.empty()) SetEnds(*values.begin(), *values.rbegin(), panel_.x);
  }

  const Summary& summary_;
  const RowIndex& rows_;
  const FigureAxis& axis_;
  const FigureSpec& spec_;
  const Metric& metric_;
  const Texts& datasets_;
  const AxisScale scale_;  // of the horizontal axis
  Panel panel_{};
};

/// Leaves out what a logarithmic axis has no place for.
void DropNonPositive(Panel& panel) {
  for (Curve& curve : panel.curves)
    std::erase_if(curve.points, [](const CurvePoint& point) { return !(point.y > 0); });
  std::erase_if(panel.curves, [](const Curve& curve) { return curve.points.empty(); });
}

}  // namespace

Panel MakePanel(const Summary& summary, const RowIndex& rows, const FigureAxis& axis,
                const FigureSpec& spec, const Texts& datasets, const std::string& kernel,
                const std::string& metric) {
  return PanelMaker(summary, rows, axis, spec, datasets, kernel, metric).Make();
}

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

}  // namespace mercer
