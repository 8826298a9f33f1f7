#ifndef MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_
#define MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_

#include <string>

namespace mercer {

/// Runs a gnuplot script. Throws InvalidInput if gnuplot is not installed or reports an error (the
/// file cannot be written, or its terminal was left out of the build).
void RunGnuplot(const std::string& script);

}  // namespace mercer

#endif  // MERCER_TOOLS_PLOT_RUN_GNUPLOT_H_
