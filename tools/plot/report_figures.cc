#include "tools/plot/report_figures.h"

#include <iostream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/plot/gnuplot_script.h"
#include "tools/plot/run_gnuplot.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary) {
  std::vector<FigureSpec> figures = FiguresOfResults(summary);
  const fs::path shipped = ShareDir() / "configs" / (summary.experiment + ".json");
  std::error_code ignored;
  if (figures.empty() && fs::is_regular_file(shipped, ignored))
    figures = FiguresOfConfig(ReadRegularFile(shipped), shipped.string());
  return figures;
}

std::vector<DocumentFigure> DrawFigures(const Summary& summary, const fs::path& report,
                                        const std::string& ending) {
  std::vector<DocumentFigure> drawn;
  for (const FigureSpec& spec : FiguresOfExperiment(summary)) {
    const fs::path file =
        report.parent_path() / (report.stem().string() + "-" + spec.name + "." + ending);
    try {
      const Figure figure = MakeFigure(summary, spec);
      RunGnuplot(GnuplotScript(figure, FigureWidth::kPage, file.string()));
      drawn.push_back({file.filename().string(), FigureCaption(figure)});
    } catch (const InvalidInput& error) {
      std::cerr << Printable("figure " + spec.name + " is left out: " + error.what()) << "\n";
      // The others would lack it too.
      if (std::string_view(error.what()).find("gnuplot is not in PATH") != std::string_view::npos)
        break;
    }
  }
  return drawn;
}

std::vector<std::string> ItemsOf(const std::string& list) {
  std::vector<std::string> items;
  std::istringstream in(list);
  for (std::string item; std::getline(in, item, ',');) items.push_back(item);
  return items;
}

}  // namespace mercer
