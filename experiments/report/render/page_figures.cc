#include "experiments/report/render/page_figures.h"

#include <optional>
#include <set>
#include <string>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/plot/figure_axis.h"
#include "experiments/report/plot/panel_names.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

// A figure on another axis of a parameter shows nothing of these results.
bool HasParameter(const Summary& summary, const std::string& axis) {
  return std::ranges::count(ParameterAxes(summary), axis) > 0;
}

// The cells' names that a figure's list has; nothing if the list is empty.
void PutAsked(Json& figure, const char* key, const Summary& summary, std::string CellKey::*name,
              const std::vector<std::string>& asked) {
  if (asked.empty()) return;
  std::set<std::string> names;
  for (const SummaryRow& row : summary.rows)
    if (IsAsked(asked, row.cell.*name)) names.insert(row.cell.*name);
  figure[key] = names;
}

AxisScale ScaleOfX(const Summary& summary, const FigureSpec& spec) {
  if (spec.x_scale || !HasParameter(summary, spec.x)) return spec.x_scale.value_or(AxisScale::kLog);
  return FigureAxis(summary, RowIndex(summary), spec.x).UsualScale();
}

}  // namespace

nlohmann::ordered_json FiguresJson(const Summary& summary, const std::vector<FigureSpec>& specs) {
  const std::vector<std::string> shown = ShownMetrics(summary);
  Json out = Json::array();
  for (const FigureSpec& spec : specs) {
    Json figure = {{"name", spec.name},
                   {"metrics", spec.metrics},
                   {"x", spec.x},
                   {"log_x", ScaleOfX(summary, spec) == AxisScale::kLog}};
    if (spec.metrics.empty() && !shown.empty()) figure["metrics"] = {shown.front()};
    if (spec.y_scale) figure["log_y"] = spec.y_scale == AxisScale::kLog;
    PutAsked(figure, "datasets", summary, &CellKey::dataset, spec.datasets);
    PutAsked(figure, "kernels", summary, &CellKey::kernel, spec.kernels);
    PutAsked(figure, "methods", summary, &CellKey::method, spec.methods);
    out.push_back(std::move(figure));
  }
  return out;
}

nlohmann::ordered_json DataAxesJson(const Summary& summary, const std::vector<FigureSpec>& specs) {
  Json out = Json::object();
  for (const FigureSpec& spec : specs) {
    if (!IsDataAxis(spec.x) || out.contains(spec.x)) continue;
    Json& places = out[spec.x] = Json::object();
    for (const DatasetFacts& facts : summary.datasets) {
      if (const std::optional<double> place = PlaceOnDataAxis(spec.x, facts))
        places[facts.label] = {{"place", *place}, {"panel", PanelDataset(spec.x, facts.label)}};
    }
  }
  return out;
}

PlacesOnParameters::PlacesOnParameters(const Summary& summary,
                                       const std::vector<FigureSpec>& specs) {
  const RowIndex rows(summary);
  std::set<std::string> names;
  for (const FigureSpec& spec : specs)
    if (HasParameter(summary, spec.x)) names.insert(spec.x);
  for (const std::string& name : names) {
    const FigureAxis axis(summary, rows, name);
    std::vector<CellKey> cells;
    std::vector<std::string> curves;
    for (const auto& [cell, unused] : summary.methods) {
      if (!axis.PlaceOf(cell)) continue;
      cells.push_back(cell);
      curves.push_back(summary.names.Method(axis.CurveOf(cell)));
    }
    curves = KeyNames(curves);
    for (std::size_t i = 0; i < cells.size(); ++i)
      places_[cells[i]][name] = {{"place", *axis.PlaceOf(cells[i])}, {"curve", curves[i]}};
  }
}

nlohmann::ordered_json PlacesOnParameters::Of(const CellKey& cell) const {
  const auto found = places_.find(cell);
  return found == places_.end() ? Json::object() : found->second;
}

}  // namespace mercer
