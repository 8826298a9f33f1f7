#include "experiments/report/plot/shown_figures.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/plot/panels.h"

namespace mercer {

std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary) {
  std::vector<FigureSpec> figures = FiguresOfResults(summary);
  const std::filesystem::path shipped = ShareDir() / "configs" / (summary.experiment + ".json");
  std::error_code ignored;
  if (figures.empty() && std::filesystem::is_regular_file(shipped, ignored))
    figures = FiguresOfConfig(ReadRegularFile(shipped), shipped.string());
  return figures;
}

std::vector<FigureSpec> ShownFigures(const Summary& summary) {
  std::vector<FigureSpec> figures = FiguresOfExperiment(summary);
  if (figures.empty()) figures.push_back(DefaultFigure(summary));
  return figures;
}

std::string AxisWithPanels(const Summary& summary, const FigureSpec& figure) {
  const std::vector<std::string> axes = AxesWithPanels(summary, figure);
  const char* time = summary.has_learner ? "train_s" : "transform_train_s";
  for (const std::string& axis :
       {figure.x, std::string("input_dim"), std::string("n_train"), std::string(time)}) {
    if (std::ranges::count(axes, axis) > 0) return axis;
  }
  return axes.empty() ? figure.x : axes.front();
}

}  // namespace mercer
