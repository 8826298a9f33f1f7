#ifndef MERCER_CORE_DATA_TEXT_MARKS_H_
#define MERCER_CORE_DATA_TEXT_MARKS_H_

#include <string_view>

namespace mercer {

/// Whether the byte separates words of a line: a space, a tab, or the CR of a CRLF.
constexpr bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// The bytes with which some programs mark a text as UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text of a file without the byte order mark that it may begin with.
constexpr std::string_view WithoutByteOrderMark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

}  // namespace mercer

#endif  // MERCER_CORE_DATA_TEXT_MARKS_H_
