#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_

#include <vector>

#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/summary/summary.h"

namespace mercer {

/// The figures that the config of the results names, or else the shipped config of the experiment,
/// which may be younger than the results; none where neither names one. Throws InvalidInput where a
/// config's figures are faulty.
std::vector<FigureSpec> FiguresOfExperiment(const Summary& summary);

/// The same; that of the main metric where there is none.
std::vector<FigureSpec> ShownFigures(const Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_SHOWN_FIGURES_H_
