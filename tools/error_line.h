#ifndef MERCER_TOOLS_ERROR_LINE_H_
#define MERCER_TOOLS_ERROR_LINE_H_

#include <iostream>
#include <string>

#include "core/base/text.h"

namespace mercer {

/// Writes "mercer: `message`" to stderr as one printable line in one piece, so that the lines of
/// processes that share a terminal, such as the ranks of a run, do not mix.
inline void WriteErrorLine(const std::string& message) {
  std::cerr << "mercer: " + Printable(message) + "\n" << std::flush;
}

}  // namespace mercer

#endif  // MERCER_TOOLS_ERROR_LINE_H_
