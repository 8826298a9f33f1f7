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

std::vector<std::pair<std::string, std::string>> OnlyOf(const CommandLine& line) {
  std::vector<std::pair<std::string, std::string>> only;
  for (const std::string& text : line.Texts("only")) {
    for (auto& pair : SplitKeyValues("--only", text)) only.push_back(std::move(pair));
  }
  return only;
}

std::vector<std::pair<std::string, std::string>> SettingsOf(const CommandLine& line) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const std::string& text : line.Texts("set"))
    settings.push_back(SplitKeyValue("--set", text));
  if (line.Has("repetitions")) {
    settings.emplace_back("repetitions", line.Text("repetitions"));
    if (settings.back().second.empty())
      throw InvalidInput("--repetitions is empty; expected a number of repetitions");
  }
  return settings;
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
