#ifndef MERCER_EXPERIMENTS_REPORT_TABLES_WRAP_H_
#define MERCER_EXPERIMENTS_REPORT_TABLES_WRAP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mercer {

inline constexpr std::size_t kTerminalWidth = 100;  // characters in a line

/// The number of characters, not bytes, of UTF-8: tables use ±, × and ✓.
std::size_t CountCharacters(std::string_view text);

/// The line without the spaces at its end.
std::string WithoutSpaceAtEnd(std::string line);

/// The lines of a long name, broken behind spaces, commas, semicolons and plus signs. They have at
/// most `width` characters, but for what no such place divides. At least one line.
std::vector<std::string> BrokenName(const std::string& name, std::size_t width);

/// The text in lines of at most a terminal's width, each with its line end; those that follow the
/// first are indented. Lines are broken between words; a word too long for one is broken as a name.
std::string Wrapped(const std::string& text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TABLES_WRAP_H_
