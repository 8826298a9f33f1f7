#ifndef MERCER_TOOLS_USAGE_H_
#define MERCER_TOOLS_USAGE_H_

#include <string>
#include <vector>

#include "tools/command.h"

namespace mercer {

/// The words of each way to call a command, after its name, with the values of options.
std::vector<std::vector<std::string>> FormsOf(const Command& command);

/// The option as the usage shows it: "--out DIR", "--all".
std::string WrittenOption(const CommandOption& option);

/// The usage: "usage: mercer NAME …", at least one line for each form, without a newline after the
/// last one.
std::string UsageOf(const Command& command);

/// The output of `mercer NAME --help`: usage, summary, and one line for each option.
std::string HelpOf(const Command& command);

/// The output of `mercer --help`: usage and the summary of every command.
std::string Overview();

}  // namespace mercer

#endif  // MERCER_TOOLS_USAGE_H_
