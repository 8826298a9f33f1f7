#ifndef MERCER_TOOLS_COMPLETIONS_H_
#define MERCER_TOOLS_COMPLETIONS_H_

#include <span>
#include <string>
#include <vector>

#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

/// Shells that CompletionScript knows: bash, zsh.
std::vector<std::string> CompletionShells();

/// The completion file of a shell for the commands given, made from the very options that they
/// parse. Throws InvalidInput for an unknown shell.
std::string CompletionScript(const std::string& shell, std::span<const Command> commands);

/// The options of a command, as its parser has them. Throws InvalidInput where it does not tell.
CommandOptions OptionsOf(const Command& command);

}  // namespace mercer

#endif  // MERCER_TOOLS_COMPLETIONS_H_
