#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_

#include <string>
#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The figures named by the config of the results, otherwise those of the experiment's shipped
/// config, which may be newer than the results; empty if neither names one. Throws InvalidInput if
/// the figures of a config have errors.
std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary);

/// The same, but the figure of the main metric if there is none.
std::vector<FigureSpec> ShownFigures(const Summary& summary);

/// The axis for a figure that no config names: its own, or where it has no panels there (results of
/// one D), that of the data, or else a time or cost that has some.
std::string AxisWithPanels(const Summary& summary, const FigureSpec& figure);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
