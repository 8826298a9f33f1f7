#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/plot/panel.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The panels of a figure, ordered by metric, and within each in the order of the summary's rows.
struct Figure {
  std::vector<Panel> panels{};
  std::size_t of_a_metric = 0;         // largest number of panels of a metric
  std::vector<std::string> methods{};  // of all panels, in order of first appearance
  std::string reported_by = "paper";   // whose numbers the curves of Role::kPaper are
  std::string levels{};                // what the methods drawn as horizontal lines lack
};

/// Makes a figure. The axes of a panel fit its data: means, standard deviations, the paper's
/// numbers and theory. A logarithmic axis leaves out values that are not positive, and ends at half
/// the smallest value if a bar reaches below it. All panels of a metric have the same scale. A
/// panel is left out unless it has a curve of two points or, if the horizontal axis is not D, two
/// points of any methods. A metric that is the horizontal axis is left out. Throws InvalidInput for
/// a data set, kernel, method or parameter that does not exist, and if no panel is left. O(rows ·
/// log rows).
Figure MakeFigure(const Summary& summary, const FigureSpec& spec);

/// The axis for a figure that no config names: its own; where it has no panels there (results of
/// one D), the columns or rows of the data, a parameter of the methods or the time; or else another
/// one of FigureAxes() that has some. Its own if none has.
std::string AxisWithPanels(const Summary& summary, const FigureSpec& spec);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_FIGURE_H_
