#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot/figure_axis.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The contents of a figure: an item of "figures" in a config, or the options of `mercer plot`.
struct FigureSpec {
  std::string name{};                   // name of its file; "" for a figure that is in no config
  std::vector<std::string> metrics{};   // one row of panels each; empty: the main metric
  std::string x = "D";                  // one of FigureAxes(), or a parameter (IsParameterAxis)
  std::optional<AxisScale> x_scale{};   // absent: FigureAxis::UsualScale
  std::optional<AxisScale> y_scale{};   // absent: log for errors, and for costs that span a factor
                                        // of five
  std::vector<std::string> datasets{};  // as shown by cells, or without parameters; empty: all
  std::vector<std::string> kernels{};   // likewise
  std::vector<std::string> methods{};   // likewise
};

/// Throws InvalidInput, beginning with `where`, for an unknown metric.
void CheckFigureMetrics(const std::vector<std::string>& metrics, const std::string& where);

/// The items of "figures" in a config's text, which may contain comments; empty if it has no such
/// key. Throws InvalidInput, naming `where`, for a text that is not a JSON object, an item without
/// a name, or an unknown metric, axis or scale.
std::vector<FigureSpec> FiguresOfConfig(const std::string& text, const std::string& where);

/// The figures of the config that made the results; empty if it names none.
std::vector<FigureSpec> FiguresOfResults(const Summary& summary);

/// A figure of the first metric that the tables show and that some method has at two or more D.
FigureSpec DefaultFigure(const Summary& summary);

/// Whether a figure's list of data sets, kernels or methods has one, with or without its
/// parameters. An empty list has all.
bool IsAsked(const std::vector<std::string>& names, const std::string& shown);

/// The figure with this name. Throws InvalidInput, listing the existing names, if there is none.
const FigureSpec& FigureNamed(const std::vector<FigureSpec>& figures, const std::string& name);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_
