#ifndef MERCER_TOOLS_ERROR_LINE_H_
#define MERCER_TOOLS_ERROR_LINE_H_

#include <iostream>
#include <string>

#include "core/base/text.h"

namespace mercer {

/// Writes "mercer: `message`" as one line to the standard error, printable and in one piece: the
/// lines of processes that share a terminal, as the ranks of a run, do not run into each other.
inline void WriteErrorLine(const std::string& message) {
  std::cerr << "mercer: " + Printable(message) + "\n" << std::flush;
}

}  // namespace mercer

#endif  // MERCER_TOOLS_ERROR_LINE_H_
