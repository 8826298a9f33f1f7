#include "experiments/report/plot/shown_figures.h"

#include <filesystem>
#include <system_error>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {

namespace {

OrderedJson WithoutFigures(const std::string& config) {
  OrderedJson json = ParseJson(config, Comments::kIgnored).value_or(OrderedJson());
  if (json.is_object()) json.erase("figures");
  return json;
}

}  // namespace

std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary) {
  const std::vector<FigureSpec> own = FiguresOfResults(summary);
  const std::filesystem::path path = ShareDir() / "configs" / (summary.experiment + ".json");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return own;
  const std::string shipped = ReadRegularFile(path);
  if (!own.empty() && WithoutFigures(shipped) != WithoutFigures(summary.provenance.config_text))
    return own;
  std::vector<FigureSpec> figures = FiguresOfConfig(shipped, path.string());
  return figures.empty() ? own : figures;
}

std::vector<FigureSpec> ShownFigures(const Summary& summary) {
  std::vector<FigureSpec> figures = FiguresOfExperiment(summary);
  if (figures.empty()) figures.push_back(DefaultFigure(summary));
  return figures;
}

}  // namespace mercer
