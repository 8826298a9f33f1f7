#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_

#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The figures of the experiment's shipped config, which may be newer than the results, if the
/// config of the results names none or differs from it in nothing but figures; otherwise those of
/// the config of the results. Empty if neither names one. Throws InvalidInput if
/// the figures of a config have errors.
std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary);

/// The same, but the figure of the main metric if there is none.
std::vector<FigureSpec> ShownFigures(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
