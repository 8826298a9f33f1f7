#ifndef MERCER_TOOLS_TABLE_REPORT_COMMANDS_H_
#define MERCER_TOOLS_TABLE_REPORT_COMMANDS_H_

#include <string>
#include <vector>

#include "tools/command.h"

namespace mercer {

/// The commands that read results folders, from report to publish, in the order in which they are
/// shown.
std::vector<Command> ReportCommands();

/// The keys of `mercer plot --only`.
std::vector<std::string> PlotOnlyKeys();

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_REPORT_COMMANDS_H_
