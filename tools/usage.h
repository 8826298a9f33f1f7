#ifndef MERCER_TOOLS_USAGE_H_
#define MERCER_TOOLS_USAGE_H_

#include <string>
#include <vector>

#include "tools/command.h"

namespace mercer {

/// The words of each way to call a command behind its name, options with their values.
std::vector<std::vector<std::string>> FormsOf(const Command& command);

/// "--out DIR", "--all".
std::string WrittenOption(const CommandOption& option);

/// "usage: mercer NAME …", a line or more for each form, without a line end behind the last.
std::string UsageOf(const Command& command);

/// What `mercer NAME --help` prints: usage, summary, and a line for each option.
std::string HelpOf(const Command& command);

/// What `mercer --help` prints: usage and summary of all commands.
std::string Overview();

}  // namespace mercer

#endif  // MERCER_TOOLS_USAGE_H_
