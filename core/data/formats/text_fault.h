#ifndef MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_
#define MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mercer {

/// Reads the number that begins at `at` if it is short: [+-]digits[.digits] with at most 19 digits
/// in all, which without the point are at most 2^53. Its value is then the quotient of two exact
/// doubles, the digits and a power of ten up to 1e19. This is the correctly rounded value, bit for
/// bit that of std::from_chars, and several times as fast. Returns the byte after the number, or
/// nullptr for any other text (an exponent, more digits), which is left for std::from_chars to read
/// or reject. Reads no byte at or beyond `end`.
inline const char* ReadShortDecimal(const char* at, const char* end, double* value) {
  constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                     1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  constexpr std::ptrdiff_t kMostDigits = 19;  // the most that 64 bits always hold
  if (at == end) return nullptr;
  const bool negative = *at == '-';
  if (negative || *at == '+') ++at;
  std::uint64_t digits = 0;
  // In a long number this wraps around; the value is then not used.
  const auto read_digits = [&]() -> std::ptrdiff_t {
    const char* const first = at;
    for (unsigned digit; at != end && (digit = static_cast<unsigned>(*at - '0')) < 10; ++at)
      digits = 10 * digits + digit;
    return at - first;
  };
  std::ptrdiff_t count = read_digits();
  std::ptrdiff_t decimals = 0;
  if (at != end && *at == '.') {
    ++at;
    decimals = read_digits();
    count += decimals;
  }
  if (count == 0 || count > kMostDigits || digits > (std::uint64_t{1} << 53)) return nullptr;
  if (at != end && (*at == 'e' || *at == 'E')) return nullptr;
  const double result =
      static_cast<double>(static_cast<std::int64_t>(digits)) / kPowersOfTen[decimals];
  *value = negative ? -result : result;
  return at;
}

/// Throws InvalidInput "<path>, line 3, column 7: <fault>" for the byte at `offset` of the text.
/// Lines end in LF; lines and columns count from 1, columns in bytes. O(offset), since readers do
/// not count lines unless there is an error. `lines_before` is the number of lines of the file
/// before the text.
[[noreturn]] void ThrowAt(const std::string& path, std::string_view text, std::size_t offset,
                          const std::string& fault, std::int64_t lines_before = 0);

/// Reads the whole token as a finite double: decimal notation, a leading '+' allowed; false for
/// anything else (nan, inf, hexadecimal, a value outside the range of a double).
bool ParseNumber(std::string_view token, double* value);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_TEXT_FAULT_H_
