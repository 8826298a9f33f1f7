#ifndef MERCER_TOOLS_TABLE_MAN_PAGE_H_
#define MERCER_TOOLS_TABLE_MAN_PAGE_H_

#include <string>

#include "tools/command.h"

namespace mercer {

/// The manual page mercer(1): every command with its summary.
std::string ManPageOfProgram();

/// The manual page mercer-NAME(1) of a command: the text of its --help, in roff.
std::string ManPageOf(const Command& command);

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_MAN_PAGE_H_
