#include "tools/config_arguments.h"

#include "core/base/error.h"
#include "experiments/config/read/read_named.h"
#include "experiments/report/cells/shell_word.h"

namespace mercer {
namespace {

// At the first '='.
std::pair<std::string, std::string> SplitKeyValue(const std::string& option,
                                                  const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidInput(option + " is '" + text + "'; expected key=value");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> OnlyOf(const CommandLine& line) {
  std::vector<std::pair<std::string, std::string>> only;
  for (const std::string& text : line.Texts("only")) {
    for (const std::string& part : SplitAtCommas(text))
      only.push_back(SplitKeyValue("--only", part));
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
  for (const std::string& word : words) text += " " + ShellWord(word);
  return text;
}

}  // namespace mercer
