#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_

#include <string>
#include <vector>

namespace mercer {

/// What tells each name, as reports write it ("unit_ball(d=10,law=gaussian)"), from the others:
/// without the parameters that all have alike, and without the name where a parameter is left; ""
/// where all are one. O(names² · parameters).
std::vector<std::string> DistinguishNames(const std::vector<std::string>& names);

/// "ball(n=9)" of "ball(d=5,n=9)" and "ball" of "ball(d=5)", for the parameter "d".
std::string WithoutParameter(const std::string& name, const std::string& parameter);

/// The names of methods in a key: each with the parameters alone that tell it from the others of
/// its name ("rm (cost=10)"), without any where it is the only one.
std::vector<std::string> KeyNames(const std::vector<std::string>& methods);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
