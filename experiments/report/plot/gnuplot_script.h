#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_GNUPLOT_SCRIPT_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_GNUPLOT_SCRIPT_H_

#include <string>
#include <vector>

#include "experiments/report/plot/panels.h"

namespace mercer {

/// What a picture is for: a column of a paper with two (3.35 inches) or a page (7 inches).
enum class FigureWidth { kColumn, kPage };

/// Endings of files that a figure can be written to: svg, pdf, png, and gp, the script itself.
const std::vector<std::string>& PlotFormats();

/// A gnuplot script (5.2 or later) with its data that draws a figure into the file `output`, in the
/// format of its ending. Ours: a line with markers and bars of ± one standard deviation. The
/// paper's: the same colour, dashed, with open markers. Theory: a thin grey line. A method without
/// D: a dotted line across. Colours are Okabe and Ito's, which colour-blind readers can tell apart;
/// markers and dashes do where there is no colour. Helvetica, 8 points. No title. Texts of results
/// cannot be taken for commands.
std::string GnuplotScript(const Figure& figure, FigureWidth width, const std::string& output);

/// What the picture shows, a sentence or two for its caption.
std::string FigureCaption(const Figure& figure);

/// At least three numbers of the form 1, 2, 5 (or 1, 3; or whole powers) times a power of ten
/// between two positive ends, where there are; at most eight.
std::vector<double> LogTics(double low, double high);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_GNUPLOT_SCRIPT_H_
