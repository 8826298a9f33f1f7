#ifndef MERCER_TOOLS_PLOT_REPORT_FIGURES_H_
#define MERCER_TOOLS_PLOT_REPORT_FIGURES_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/table.h"

namespace mercer {

/// Draws the figures of the experiment (FiguresOfExperiment) beside a report, "report-figure1.svg"
/// beside "report.md", in the format of `ending`. One line on stderr says why a picture is left
/// out: gnuplot is absent, or there is nothing to draw yet.
std::vector<DocumentFigure> DrawFigures(const Summary& summary, const std::filesystem::path& report,
                                        const std::string& ending);

/// "a", "b" of "a,b".
std::vector<std::string> ItemsOf(const std::string& list);

}  // namespace mercer

#endif  // MERCER_TOOLS_PLOT_REPORT_FIGURES_H_
