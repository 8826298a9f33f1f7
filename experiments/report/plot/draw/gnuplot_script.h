#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_GNUPLOT_SCRIPT_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_GNUPLOT_SCRIPT_H_

#include <string>
#include <vector>

#include "experiments/report/plot/draw/page_layout.h"
#include "experiments/report/plot/figure.h"

namespace mercer {

/// The file extensions that a figure can be written with: svg, pdf, png, and gp for the script
/// itself.
const std::vector<std::string>& PlotFormats();

/// A gnuplot script (5.2 or later), including its data, that draws a figure into the file `output`,
/// in the format given by its extension. Our values: a line with markers and bars of ± one standard
/// deviation. The paper's: the same colour, dashed, with open markers. Theory: a thin grey line. A
/// method without D: a dotted horizontal line. Methods have the looks of LookOf. Helvetica or what
/// the system has in its place, 8 points, no title. Texts from results are escaped so that they
/// cannot act as commands.
std::string GnuplotScript(const Figure& figure, FigureWidth width, const std::string& output);

/// A description of the picture in one or two sentences, for its caption.
std::string FigureCaption(const Figure& figure);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_DRAW_GNUPLOT_SCRIPT_H_
