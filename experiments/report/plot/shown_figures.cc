#include "experiments/report/plot/shown_figures.h"

#include <filesystem>
#include <system_error>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/regular_file.h"

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

}  // namespace mercer
