#include "core/data/formats/text_fault.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"

namespace mercer {

void ThrowAt(const std::string& path, std::string_view text, std::size_t offset,
             const std::string& fault, std::int64_t lines_before) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1 + lines_before;
  const std::size_t last_end = before.rfind('\n');
  const std::size_t column =
      last_end == std::string_view::npos ? offset + 1 : before.size() - last_end;
  throw InvalidInput(path + ", line " + std::to_string(line) + ", column " +
                     std::to_string(column) + ": " + fault);
}

bool ParseNumber(std::string_view token, double* value) {
  const char* const last = token.data() + token.size();
  if (ReadShortDecimal(token.data(), last, value) == last && !token.empty()) return true;
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  const auto [end, error] = std::from_chars(token.data(), last, *value);
  return error == std::errc() && end == last && std::isfinite(*value);
}

}  // namespace mercer
