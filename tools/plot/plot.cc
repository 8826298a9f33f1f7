#include <algorithm>
#include <filesystem>
#include <iostream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/read/read_named.h"
#include "experiments/json/regular_file.h"
#include "experiments/report/plot/draw/gnuplot_script.h"
#include "experiments/report/plot/figure.h"
#include "experiments/report/plot/shown_figures.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/store/disk/files.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"
#include "tools/plot/run_gnuplot.h"
#include "tools/table/report_commands.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

FigureWidth WidthOf(const std::string& text) {
  if (text == "column") return FigureWidth::kColumn;
  if (text == "page") return FigureWidth::kPage;
  throw InvalidInput("plot: --width is " + Quoted(text) + "; expected column or page");
}

/// The figures of --config; else those of the results.
std::vector<FigureSpec> Figures(const CommandLine& line, const Summary& summary) {
  const std::string config = line.Text("config");
  if (config.empty()) return ShownFigures(summary);
  std::vector<FigureSpec> figures = FiguresOfConfig(ReadRegularFile(config), config);
  if (figures.empty())
    throw InvalidInput("plot: " + Quoted(config) + " has no figures; expected a list of them");
  return figures;
}

FigureSpec ChosenFigure(const CommandLine& line, const Summary& summary) {
  const std::vector<FigureSpec> figures = Figures(line, summary);
  const std::string name = line.Text("figure");
  return name.empty() ? figures.front() : FigureNamed(figures, name);
}

/// What the options say in place of the config.
void ApplyOptions(const CommandLine& line, FigureSpec& figure) {
  if (line.Has("metrics")) {
    figure.metrics = SplitAtCommas(line.Text("metrics"));
    CheckFigureMetrics(figure.metrics, "plot: ");
  }
  if (line.Has("x")) {
    figure.x = line.Text("x");
    CheckFigureAxis(figure.x, "plot: ");
  }
  if (line.Has("x-scale")) figure.x_scale = ParseAxisScale(line.Text("x-scale"), "plot: --x-scale");
  if (line.Has("y-scale")) figure.y_scale = ParseAxisScale(line.Text("y-scale"), "plot: --y-scale");
  for (const auto& [key, value] : OnlyOf(line)) {
    if (key == "dataset") {
      figure.datasets.push_back(value);
    } else if (key == "kernel") {
      figure.kernels.push_back(value);
    } else if (key == "method") {
      figure.methods.push_back(value);
    } else {
      throw InvalidInput("plot: " + UnknownName("key of --only", key, PlotOnlyKeys()));
    }
  }
}

}  // namespace

int PlotCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("plot", arguments);
  if (line.rest().size() != 1) {
    throw InvalidInput("plot: " + std::to_string(line.rest().size()) +
                       " results folders given; expected one");
  }
  const std::string output = line.Text("output");
  if (output.empty())
    throw InvalidInput("plot: no --output given; expected FILE." + Join(PlotFormats(), "|"));
  const FigureWidth width = WidthOf(line.Text("width", "column"));
  const Summary summary = LoadSummary(line.rest().front());
  FigureSpec spec = ChosenFigure(line, summary);
  ApplyOptions(line, spec);
  if (spec.name.empty() && !line.Has("x")) spec.x = AxisWithPanels(summary, spec);
  if (std::ranges::count(spec.metrics, spec.x) > 0 && spec.metrics.size() > 1) {
    std::cerr << "plot: " << spec.x
              << " is the horizontal axis and has no panel of its own; --x takes another axis\n";
  }
  const Figure figure = MakeFigure(summary, spec);
  const std::string script = GnuplotScript(figure, width, output);
  if (fs::path(output).extension() == ".gp") {
    WriteFileAtomically(output, script);
  } else {
    RunGnuplot(script);
  }
  if (const std::string remark = HeightRemark(figure, width); !remark.empty())
    std::cerr << Printable("plot: " + remark) << "\n";
  for (const std::string& problem : summary.problems) std::cerr << Printable(problem) << "\n";
  std::cout << Printable(FigureCaption(figure)) << "\n";
  return summary.damaged ? 1 : 0;
}

}  // namespace mercer
