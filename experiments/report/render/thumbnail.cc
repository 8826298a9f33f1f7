#include "experiments/report/render/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/base/error.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/plot/shown_figures.h"

namespace mercer {
namespace {

constexpr double kWidth = 160, kHeight = 96, kEdge = 3;
constexpr std::size_t kColours = 8;

/// Where a value stands on an axis, from 0 to 1.
double Share(const Axis& axis, double value) {
  const bool is_log = axis.scale == AxisScale::kLog;
  const auto place = [&](double x) { return is_log ? std::log(x) : x; };
  const double share = (place(value) - place(axis.low)) / (place(axis.high) - place(axis.low));
  return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

std::string PointText(double across, double up) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1f %.1f", kEdge + across * (kWidth - 2 * kEdge),
                kHeight - kEdge - up * (kHeight - 2 * kEdge));
  return text;
}

std::string PathOf(const Curve& curve, const Panel& panel) {
  std::string path;
  if (curve.is_level) {
    const double up = Share(panel.y, curve.points.front().y);
    return "M" + PointText(0, up) + "L" + PointText(1, up);
  }
  // A line of no length is a dot.
  if (curve.points.size() == 1) {
    const CurvePoint& only = curve.points.front();
    return "M" + PointText(Share(panel.x, only.x), Share(panel.y, only.y)) + "h.01";
  }
  for (const CurvePoint& point : curve.points) {
    path += path.empty() ? "M" : "L";
    path += PointText(Share(panel.x, point.x), Share(panel.y, point.y));
  }
  return path;
}

const char* ClassOf(Curve::Role role) {
  switch (role) {
    case Curve::Role::kPaper:
      return " paper-curve";
    case Curve::Role::kTheory:
      return " theory-curve";
    case Curve::Role::kOurs:
      break;
  }
  return "";
}

std::vector<std::string> MethodsOfRows(const Summary& summary) {
  std::vector<std::string> methods;
  for (const SummaryRow& row : summary.rows)
    if (std::ranges::count(methods, row.cell.method) == 0) methods.push_back(row.cell.method);
  return methods;
}

bool HasPaper(const Panel& panel) {
  return std::ranges::any_of(panel.curves,
                             [](const Curve& curve) { return curve.role == Curve::Role::kPaper; });
}

}  // namespace

std::string ThumbnailSvg(const Panel& panel, const Summary& summary) {
  const std::vector<std::string> methods = MethodsOfRows(summary);
  std::string out =
      "<svg class=\"thumb\" viewBox=\"0 0 160 96\" aria-hidden=\"true\" focusable=\"false\">"
      "<path class=\"frame\" d=\"M1 1V95H159\"/>";
  for (const Curve& curve : panel.curves) {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(methods, curve.id) - methods.begin());
    out += "<path class=\"c" + std::to_string(place % kColours) + ClassOf(curve.role) +
           (curve.points.size() == 1 && !curve.is_level ? " dot" : "") + "\" d=\"" +
           PathOf(curve, panel) + "\"/>";
  }
  return out + "</svg>";
}

std::optional<Thumbnail> ThumbnailOf(const Summary& summary) {
  try {
    const Figure figure = MakeFigure(summary, ShownFigures(summary).front());
    auto panel = std::ranges::find_if(figure.panels, HasPaper);
    if (panel == figure.panels.end()) panel = figure.panels.begin();
    return Thumbnail{ThumbnailSvg(*panel, summary),
                     std::string(FindMetric(panel->metric)->title) + ", " +
                         panel->dataset.substr(0, panel->dataset.find_first_of("( ["))};
  } catch (const InvalidInput&) {
    return std::nullopt;  // no method has values at two D
  }
}

}  // namespace mercer
