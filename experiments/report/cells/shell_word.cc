#include "experiments/report/cells/shell_word.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mercer {

std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain = "_-+=,.:/@%";
  const bool is_plain = std::all_of(word.begin(), word.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace mercer
