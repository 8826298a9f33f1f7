#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

enum class AxisScale { kLinear, kLog };

/// What a figure shows: an item of "figures" in a config, or the options of `mercer plot`.
struct FigureSpec {
  std::string name{};                   // of its file; "" for the figure of no config
  std::vector<std::string> metrics{};   // a row of panels each; empty: the main one
  std::string x = "D";                  // D, input_dim, or a metric that is a cost of the cell
  std::optional<AxisScale> x_scale{};   // absent: log
  std::optional<AxisScale> y_scale{};   // absent: log for errors and costs that span five times
  std::vector<std::string> datasets{};  // as cells show them or without parameters; empty: all
  std::vector<std::string> kernels{};   // likewise
  std::vector<std::string> methods{};   // likewise
};

/// What an axis below can be: D, input_dim, ops_per_row, output_dim, train_s, test_s.
const std::vector<std::string>& FigureAxes();

/// "linear" or "log". Throws InvalidInput, naming `where`.
AxisScale ParseAxisScale(const std::string& text, const std::string& where);

/// Throws InvalidInput, beginning with `where`, for an unknown metric or axis.
void CheckFigureMetrics(const std::vector<std::string>& metrics, const std::string& where);
void CheckFigureAxis(const std::string& axis, const std::string& where);

/// The items of "figures" of a config's text, comments allowed; none where it has no such key.
/// Throws InvalidInput, naming `where`, for a text that is no JSON object, an item without a name,
/// an unknown metric, axis or scale.
std::vector<FigureSpec> FiguresOfConfig(const std::string& text, const std::string& where);

/// Those of the config that made the results; none where it names none.
std::vector<FigureSpec> FiguresOfResults(const Summary& summary);

/// The first metric that the tables show and that some method has at two D or more.
FigureSpec DefaultFigure(const Summary& summary);

/// The one of the name. Throws InvalidInput, naming those there are.
const FigureSpec& FigureNamed(const std::vector<FigureSpec>& figures, const std::string& name);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_SPEC_H_
