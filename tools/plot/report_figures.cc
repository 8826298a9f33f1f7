#include "tools/plot/report_figures.h"

#include <iostream>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/plot/draw/gnuplot_script.h"
#include "experiments/report/plot/figure.h"
#include "experiments/report/plot/shown_figures.h"
#include "tools/plot/run_gnuplot.h"

namespace mercer {

namespace fs = std::filesystem;

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

}  // namespace mercer
