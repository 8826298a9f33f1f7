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

/// The candidate nearest to the name by edit distance, or "" where none is near enough (distance
/// above a third of the name's length, at least 1). O(candidates · length²).
std::string DidYouMean(std::string_view name, std::span<const std::string> candidates);

/// "unknown <kind> 'nmae'; did you mean 'name'? known: a, b, c".
std::string UnknownName(std::string_view kind, std::string_view name,
                        std::span<const std::string> known);

/// Whether every byte belongs to a character of UTF-8.
bool IsUtf8(std::string_view text);

/// The text as a terminal may have it: control characters but line ends and tabs, and bytes that
/// are no UTF-8, as \xNN.
std::string Printable(std::string_view text);

/// A text of a file as a message shows it: Printable on one line, with "…" behind `most` bytes, no
/// character cut in two.
std::string Cut(std::string_view text, std::size_t most = 60);

/// The same in single quotes.
std::string Quoted(std::string_view text);

/// Lower-case words joined by '-': fit for a file name.
std::string Slug(std::string_view text);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_TEXT_H_
