#ifndef MERCER_CORE_BASE_TEXT_H_
#define MERCER_CORE_BASE_TEXT_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mercer {

/// Shortest decimal text that reads back as the same double ("0.1", "1e-05", "nan", "inf"). O(1).
std::string FormatNumber(double value);

/// The items with a separator between them.
std::string Join(std::span<const std::string> items, std::string_view separator);

/// The candidate nearest to the name by edit distance, or "" if none is near enough: the distance
/// may be at most a third of the name's length, or 1 if that is larger. O(candidates · length²).
std::string DidYouMean(std::string_view name, std::span<const std::string> candidates);

/// "unknown <kind> 'nmae'; did you mean 'name'? known: a, b, c".
std::string UnknownName(std::string_view kind, std::string_view name,
                        std::span<const std::string> known);

/// Whether the text is valid UTF-8.
bool IsUtf8(std::string_view text);

/// The text in a form that is safe for a terminal: control characters other than line ends and
/// tabs, and bytes that are not UTF-8, are written as \xNN.
std::string Printable(std::string_view text);

/// Text from a file as a message shows it: Printable, on one line, with "…" after `most` bytes; no
/// character is cut in two.
std::string Cut(std::string_view text, std::size_t most = 60);

/// Cut, in single quotes.
std::string Quoted(std::string_view text);

/// The text as lower-case words joined by '-', suitable for a file name.
std::string Slug(std::string_view text);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_TEXT_H_
