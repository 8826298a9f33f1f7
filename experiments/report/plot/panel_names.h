#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_

#include <string>
#include <vector>

namespace mercer {

/// What tells each name, as reports write it ("unit_ball(d=10,law=gaussian)"), from the others:
/// without the parameters that all have alike, and without the name where a parameter is left; ""
/// where all are one. O(names² · parameters).
std::vector<std::string> DistinguishNames(const std::vector<std::string>& names);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
