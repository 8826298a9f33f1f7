#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TICS_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TICS_H_

#include <string>
#include <vector>

#include "experiments/report/plot/figure.h"

namespace mercer {

/// Tick positions between two positive ends: numbers of the form 1, 2, 5 (or 1, 3; or only whole
/// powers) times a power of ten. At least three if that many exist, at most eight.
std::vector<double> LogTics(double low, double high);

/// The number at a tick, as gnuplot's format %g writes it.
std::string TicText(double value);

/// The ticks of an axis that is `points` long such that no two of their numbers touch and none
/// reaches more than `beyond` points over an end: those of `listed` that have room, or round
/// numbers if it is empty.
std::vector<double> HorizontalTics(const Axis& axis, const std::vector<double>& listed,
                                   double points, double beyond);
std::vector<double> VerticalTics(const Axis& axis, double points);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_TICS_H_
