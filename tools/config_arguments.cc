#include "tools/config_arguments.h"

#include "core/base/error.h"

namespace mercer {

std::pair<std::string, std::string> SplitKeyValue(const std::string& option,
                                                  const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidInput(option + " is '" + text + "'; expected key=value");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::pair<std::string, std::string>> SplitKeyValues(const std::string& option,
                                                                const std::string& text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    pairs.push_back(SplitKeyValue(option, text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return pairs;
}

std::string QuotedWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool plain =
        !word.empty() && word.find_first_of(" \t\n'\"\\$`!*?[](){}<>|&;~#") == std::string::npos;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += " " + (plain ? word : quoted + "'");
  }
  return text;
}

}  // namespace mercer
