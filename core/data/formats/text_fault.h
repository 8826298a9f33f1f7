#ifndef MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_
#define MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mercer {

/// Throws InvalidInput "<path>, line 3, column 7: <fault>" for the byte at `offset` of the text.
/// Lines end in LF; lines and columns count from 1, columns in bytes. O(offset): readers keep no
/// count of lines while all goes well. `lines_before`: those of the file before the text.
[[noreturn]] void ThrowAt(const std::string& path, std::string_view text, std::size_t offset,
                          const std::string& fault, std::int64_t lines_before = 0);

/// The token as a message shows it: in quotes, cut after 40 bytes, control bytes as '?'.
std::string Quoted(std::string_view token);

/// Reads the whole token as a finite double: decimal notation, a leading '+' allowed; false for
/// anything else (nan, inf, hexadecimal, a value that no double holds).
bool ParseNumber(std::string_view token, double* value);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_
