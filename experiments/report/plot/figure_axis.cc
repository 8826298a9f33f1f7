#include "experiments/report/plot/figure_axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/plot/panel_names.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

/// A whole number above 0; nullopt for any other text.
std::optional<double> PositiveCount(const std::string& text) {
  std::int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  if (count <= 0) return std::nullopt;
  return static_cast<double>(count);
}

std::optional<double> FiniteNumber(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// "map" and "iterations" of "map.iterations".
struct ParameterName {
  std::string owner, name;

  explicit ParameterName(const std::string& axis)
      : owner(axis.substr(0, axis.find('.'))), name(axis.substr(axis.find('.') + 1)) {}

  std::string MethodFacts::*Part() const {
    return owner == "map" ? &MethodFacts::map : &MethodFacts::learner;
  }
};

/// The facts of a method without the parameter: equal for methods that differ in it alone.
MethodFacts Without(const ParameterName& parameter, MethodFacts facts) {
  std::string& part = facts.*parameter.Part();
  part = WithoutParameter(part, parameter.name);
  return facts;
}

/// A name for methods of several ids: the map's, or the learner's without one, with all parameters.
std::string NameOf(const MethodFacts& facts) {
  if (facts.map.empty()) return facts.learner;
  Texts items = ParametersOf(facts.map);
  if (!facts.learner.empty()) {
    items.push_back("learner=" + NameWithoutParameters(facts.learner));
    std::ranges::copy(ParametersOf(facts.learner), std::back_inserter(items));
  }
  const std::string name = NameWithoutParameters(facts.map);
  return items.empty() ? name : name + "(" + Join(items, ",") + ")";
}

}  // namespace

AxisScale ParseAxisScale(const std::string& text, const std::string& where) {
  if (text == "linear") return AxisScale::kLinear;
  if (text == "log") return AxisScale::kLog;
  throw InvalidInput(where + " is " + Quoted(text) + "; expected linear or log");
}

const Texts& FigureAxes() {
  static const Texts axes = {"D",
                             "input_dim",
                             "n_train",
                             "ops_per_row",
                             "output_dim",
                             "transform_train_s",
                             "train_s",
                             "test_s",
                             "gram_rel_frobenius",
                             "gram_rel_spectral",
                             "gram_mean_abs",
                             "gram_max_abs"};
  return axes;
}

void CheckFigureAxis(const std::string& axis, const std::string& where) {
  if (IsParameterAxis(axis) || std::ranges::count(FigureAxes(), axis) > 0) return;
  Texts names = FigureAxes();
  for (const char* parameter : {"map.PARAMETER", "learner.PARAMETER"}) names.push_back(parameter);
  throw InvalidInput(where + UnknownName("axis", axis, names));
}

bool IsParameterAxis(const std::string& axis) {
  for (const std::string_view owner : {"map.", "learner."})
    if (axis.starts_with(owner) && axis.size() > owner.size()) return true;
  return false;
}

Texts ParameterAxes(const Summary& summary) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto& [cell, facts] : summary.methods) {
    for (const std::string& item : ParametersOf(facts.map))
      values["map." + item.substr(0, item.find('='))].insert(item);
    for (const std::string& item : ParametersOf(facts.learner))
      values["learner." + item.substr(0, item.find('='))].insert(item);
  }
  Texts axes;
  for (const auto& [axis, unused] : values) axes.push_back(axis);
  std::ranges::stable_sort(axes, std::greater(),
                           [&](const std::string& axis) { return values.at(axis).size(); });
  return axes;
}

bool IsDataAxis(const std::string& axis) { return axis == "input_dim" || axis == "n_train"; }

std::optional<double> PlaceOnDataAxis(const std::string& axis, const DatasetFacts& facts) {
  return PositiveCount(axis == "input_dim" ? facts.input_dim : facts.n_train);
}

std::string PanelDataset(const std::string& axis, const std::string& dataset) {
  if (!IsDataAxis(axis)) return dataset;
  return axis == "input_dim" ? WithoutParameter(dataset, "d") : PlainName(dataset);
}

std::string AxisTitle(const std::string& name) {
  if (name == "D") return "number of random features D";
  if (name == "input_dim") return "number of input columns d";
  if (name == "n_train") return "training rows";
  if (IsParameterAxis(name)) return ParameterName(name).name;
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

FigureAxis::FigureAxis(const Summary& summary, const RowIndex& rows, const std::string& name)
    : summary_(summary), name_(name), rows_(rows) {
  if (IsParameterAxis(name_)) PlaceParameters();
}

bool FigureAxis::IsGiven() const { return name_ == "D" || HasCurveOfEachSize(); }

AxisScale FigureAxis::UsualScale() const {
  const bool is_positive =
      std::ranges::all_of(on_parameter_, [](const auto& one) { return one.second.place > 0; });
  return is_positive ? AxisScale::kLog : AxisScale::kLinear;
}

std::optional<double> FigureAxis::PlaceOf(const CellKey& cell) const {
  if (name_ == "D") {
    if (cell.num_random_features == 0) return std::nullopt;
    return static_cast<double>(cell.num_random_features);
  }
  if (IsParameterAxis(name_)) {
    const auto found = on_parameter_.find(cell);
    if (found == on_parameter_.end()) return std::nullopt;
    return found->second.place;
  }
  if (IsDataAxis(name_)) {
    const auto facts = std::ranges::find(summary_.datasets, cell.dataset, &DatasetFacts::label);
    if (facts == summary_.datasets.end()) return std::nullopt;
    return PlaceOnDataAxis(name_, *facts);
  }
  const SummaryRow* row = rows_.Find(cell, name_);
  if (row == nullptr || row->measured.n == 0 || !(row->measured.mean > 0)) return std::nullopt;
  return row->measured.mean;
}

bool FigureAxis::IsLevel(const CellKey& cell) const {
  if (IsParameterAxis(name_)) return summary_.methods.contains(cell);
  return !IsDataAxis(name_);
}

const std::string& FigureAxis::CurveOf(const CellKey& cell) const {
  const auto found = on_parameter_.find(cell);
  return found == on_parameter_.end() ? cell.method : found->second.curve;
}

void FigureAxis::PlaceParameters() {
  const Texts parameters = ParameterAxes(summary_);
  if (std::ranges::count(parameters, name_) == 0)
    throw InvalidInput(UnknownName("parameter of the methods", name_, parameters));
  const ParameterName parameter(name_);
  std::map<std::pair<std::string, std::string>, std::set<std::string>> ids;  // by other facts
  for (const auto& [cell, facts] : summary_.methods) {
    const auto text = ParameterOf(facts.*parameter.Part(), parameter.name);
    const std::optional<double> place = text ? FiniteNumber(*text) : std::nullopt;
    if (!place) continue;
    on_parameter_[cell].place = *place;
    const MethodFacts others = Without(parameter, facts);
    ids[{others.map, others.learner}].insert(WithoutParameter(cell.method, parameter.name));
  }
  for (auto& [cell, own] : on_parameter_) {
    const MethodFacts others = Without(parameter, summary_.methods.at(cell));
    const std::set<std::string>& shared = ids.at({others.map, others.learner});
    own.curve = shared.size() == 1 ? *shared.begin() : NameOf(others);
  }
}

}  // namespace mercer
