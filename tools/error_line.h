#ifndef MERCER_TOOLS_ERROR_LINE_H_
#define MERCER_TOOLS_ERROR_LINE_H_

#include <cstddef>
#include <iostream>
#include <string>

namespace mercer {

/// Bytes of the character of UTF-8 that begins at i; 0 where none does.
inline std::size_t Utf8Length(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(i), second = byte(i + 1);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  for (std::size_t k = 1; k < length; ++k)
    if (byte(i + k) < 0x80 || byte(i + k) > 0xBF) return 0;
  // Longer than needed, a surrogate, or beyond U+10FFFF.
  const bool is_none = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_none ? 0 : length;
}

/// The text with control characters but line ends and tabs, and bytes that are no UTF-8, as \xNN: a
/// file's name or a config's value cannot steer the terminal.
inline std::string Printable(const std::string& text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string printable;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = Utf8Length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    if (length > 0 && !is_control) {
      printable.append(text, i, length);
    } else {
      printable += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    }
    i += length > 0 ? length : 1;
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
