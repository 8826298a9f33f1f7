#ifndef MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
#define MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_

#include <optional>
#include <string>
#include <vector>

namespace mercer {

/// The part of each name, as written in reports ("unit_ball(d=10,law=gaussian)"), that
/// distinguishes it from the others: without the parameters that are equal in all, and without the
/// name itself if a parameter is left; "" if all names are equal. O(names² · parameters).
std::vector<std::string> DistinguishNames(const std::vector<std::string>& names);

/// The name without one of its parameters: for "d", "ball(n=9)" of "ball(d=5,n=9)" and "ball" of
/// "ball(d=5)".
std::string WithoutParameter(const std::string& name, const std::string& parameter);

/// "unit_ball" of "unit_ball(d=10,law=gaussian)", and its parameters "d=10" and "law=gaussian".
std::string NameWithoutParameters(const std::string& name);
std::vector<std::string> ParametersOf(const std::string& name);

/// The value of a name's parameter, "10" for "d" in "ball(d=10)"; nullopt if it has none of it.
std::optional<std::string> ParameterOf(const std::string& name, const std::string& parameter);

/// The names of methods for a legend: each with only the parameters that distinguish it from others
/// of its name ("rm (cost=10)"), and with none if it is the only one.
std::vector<std::string> KeyNames(const std::vector<std::string>& methods);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_PLOT_PANEL_NAMES_H_
