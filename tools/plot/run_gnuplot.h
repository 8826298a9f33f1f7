#ifndef MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_
#define MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_

#include <string>

namespace mercer {

/// Has gnuplot draw a script. Throws InvalidInput where gnuplot is not installed, or says that
/// something is wrong (the file cannot be written, its terminal was left out of the build).
void RunGnuplot(const std::string& script);

}  // namespace mercer

#endif  // MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_
