#ifndef MERCER_TOOLS_ERROR_LINE_H_
#define MERCER_TOOLS_ERROR_LINE_H_

#include <iostream>
#include <string>

namespace mercer {

/// The text with control characters but line ends and tabs as \xNN: a file's name or a config's
/// value cannot steer the terminal.
inline std::string Printable(const std::string& text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string printable;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7F) || c == '\n' || c == '\t') {
      printable += c;
    } else {
      printable += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return printable;
}

/// Writes "mercer: `message`" as one line to the standard error, printable and in one piece: the
/// lines of processes that share a terminal, as the ranks of a run, do not run into each other.
inline void WriteErrorLine(const std::string& message) {
  std::cerr << "mercer: " + Printable(message) + "\n" << std::flush;
}

}  // namespace mercer

#endif  // MERCER_TOOLS_ERROR_LINE_H_
