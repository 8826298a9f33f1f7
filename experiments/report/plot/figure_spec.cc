#include "experiments/report/plot/figure_spec.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/json/parse_json.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

Texts TextsOf(const OrderedJson& object, const char* key, const std::string& where) {
  Texts texts;
  const OrderedJson* list = Member(object, key);
  if (list == nullptr) return texts;
  if (!list->is_array()) throw InvalidInput(where + "/" + key + ": expected a list of texts");
  for (const OrderedJson& item : *list) {
    if (!item.is_string()) throw InvalidInput(where + "/" + key + ": expected a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

std::optional<AxisScale> ScaleOf(const OrderedJson& object, const char* key,
                                 const std::string& where) {
  const std::string text = TextOf(object, key);
  if (text.empty()) return std::nullopt;
  return ParseAxisScale(text, where + "/" + key);
}

FigureSpec ParseFigure(const OrderedJson& item, const std::string& where) {
  if (!item.is_object()) throw InvalidInput(where + ": expected an object");
  FigureSpec figure;
  figure.name = TextOf(item, "name");
  if (figure.name.empty())
    throw InvalidInput(where + " has no 'name'; expected a name for its file");
  figure.metrics = TextsOf(item, "metrics", where);
  CheckFigureMetrics(figure.metrics, where + "/metrics: ");
  if (const std::string x = TextOf(item, "x"); !x.empty()) figure.x = x;
  CheckFigureAxis(figure.x, where + "/x: ");
  figure.x_scale = ScaleOf(item, "x_scale", where);
  figure.y_scale = ScaleOf(item, "y_scale", where);
  figure.datasets = TextsOf(item, "datasets", where);
  figure.kernels = TextsOf(item, "kernels", where);
  figure.methods = TextsOf(item, "methods", where);
  return figure;
}

/// Whether some method has values of the metric at two D or more.
bool IsCurve(const Summary& summary, const std::string& metric) {
  std::set<CellKey> seen;
  for (const SummaryRow& row : summary.rows) {
    if (row.metric != metric || row.measured.n == 0 || row.cell.num_random_features == 0) continue;
    CellKey key = row.cell;
    key.num_random_features = 0;
    if (!seen.insert(key).second) return true;
  }
  return false;
}

}  // namespace

void CheckFigureMetrics(const Texts& metrics, const std::string& where) {
  for (const std::string& metric : metrics) {
    if (FindMetric(metric) != nullptr) continue;
    Texts names;
    for (const Metric& known : ReportMetrics()) names.emplace_back(known.name);
    throw InvalidInput(where + UnknownName("metric", metric, names));
  }
}

std::vector<FigureSpec> FiguresOfConfig(const std::string& text, const std::string& where) {
  const OrderedJson config = ParseJson(text, Comments::kIgnored).value_or(OrderedJson());
  if (!config.is_object()) throw InvalidInput(where + " is no JSON object");
  std::vector<FigureSpec> figures;
  const OrderedJson* list = Member(config, "figures");
  if (list == nullptr) return figures;
  if (!list->is_array()) throw InvalidInput(where + ": /figures: expected a list");
  for (const OrderedJson& item : *list) {
    const std::string place = where + ": /figures/" + std::to_string(figures.size());
    figures.push_back(ParseFigure(item, place));
  }
  return figures;
}

std::vector<FigureSpec> FiguresOfResults(const Summary& summary) {
  const std::string& config = summary.provenance.config_text;
  if (config.empty()) return {};
  return FiguresOfConfig(config, "the config of the results");
}

FigureSpec DefaultFigure(const Summary& summary) {
  FigureSpec figure;
  const Texts shown = ShownMetrics(summary);
  const auto found = std::ranges::find_if(
      shown, [&](const std::string& metric) { return IsCurve(summary, metric); });
  if (found != shown.end()) figure.metrics.push_back(*found);
  return figure;
}

bool IsAsked(const Texts& names, const std::string& shown) {
  return names.empty() || std::ranges::count(names, shown) > 0 ||
         std::ranges::count(names, PlainName(shown)) > 0;
}

const FigureSpec& FigureNamed(const std::vector<FigureSpec>& figures, const std::string& name) {
  Texts names;
  for (const FigureSpec& figure : figures) {
    if (figure.name == name) return figure;
    if (!figure.name.empty()) names.push_back(figure.name);
  }
  if (names.empty()) {
    throw InvalidInput("figure " + Quoted(name) + " is asked for, and the config names no figures");
  }
  throw InvalidInput(UnknownName("figure", name, names));
}

}  // namespace mercer
