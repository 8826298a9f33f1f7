#ifndef MERCER_TOOLS_PLOT_REPORT_FIGURES_H_
#define MERCER_TOOLS_PLOT_REPORT_FIGURES_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// Draws the figures of the experiment (FiguresOfExperiment) next to a report, "report-figure1.svg"
/// for "report.md", in the format of `ending`. If a figure is left out, one line on stderr gives
/// the reason: gnuplot is not installed, or there is nothing to draw yet.
std::vector<DocumentFigure> DrawFigures(const Summary& summary, const std::filesystem::path& report,
                                        const std::string& ending);

}  // namespace mercer

#endif  // MERCER_TOOLS_PLOT_REPORT_FIGURES_H_
