#ifndef MERCER_TOOLS_CONFIG_ARGUMENTS_H_
#define MERCER_TOOLS_CONFIG_ARGUMENTS_H_

#include <string>
#include <utility>
#include <vector>

#include "tools/command_line.h"

namespace mercer {

/// The pairs of every --only of the line, "key=value,key=value". A kernel may be given with its
/// parameters ("kernel=polynomial(degree=10,offset=1,scale=1)"). Throws InvalidInput for a part
/// that is not key=value.
std::vector<std::pair<std::string, std::string>> OnlyOf(const CommandLine& line);

/// The keys of a config that every --set of the line overrides, as path and value, and those of
/// --repetitions. Throws InvalidInput as OnlyOf, and if --repetitions is empty.
std::vector<std::pair<std::string, std::string>> SettingsOf(const CommandLine& line);

/// The words for a shell, each preceded by a blank, and quoted if necessary.
std::string QuotedWords(const std::vector<std::string>& words);

}  // namespace mercer

#endif  // MERCER_TOOLS_CONFIG_ARGUMENTS_H_
