#include "tools/usage.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/base/error.h"

namespace mercer {
using Texts = std::vector<std::string>;

std::string WrittenOption(const CommandOption& option) {
  return "--" + option.name + (option.TakesValue() ? " " + option.value : "");
}

namespace {

constexpr std::size_t kWidth = 100;

/// The word, cut behind each '|' if it is longer than `room`.
Texts PiecesOf(const std::string& word, std::size_t room) {
  if (word.size() <= room) return {word};
  Texts pieces(1);
  for (const char c : word) {
    pieces.back() += c;
    if (c == '|') pieces.emplace_back();
  }
  return pieces;
}

/// The words after `first`, in lines of at most kWidth columns, each but the first after `indent`
/// blanks. A word that is too long for a line of its own may be broken after a '|'.
std::string Wrapped(const std::string& first, const Texts& words, std::size_t indent) {
  std::string text = first;
  std::size_t column = first.size();
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string separator = i > 0 ? " " : "";
    for (const std::string& piece : PiecesOf(words[i], kWidth - indent)) {
      const std::size_t size = separator.size() + piece.size();
      if (column > indent && column + size > kWidth) {
        text += "\n" + std::string(indent, ' ') + piece;
        column = indent + piece.size();
      } else {
        text += separator + piece;
        column += size;
      }
      separator.clear();
    }
  }
  return text;
}

Texts WordsOf(const std::string& text) {
  std::istringstream in(text);
  Texts words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// "[--out DIR]", "[--test FILE]...".
std::string Optional(const CommandOption& option) {
  return "[" + WrittenOption(option) + "]" + (option.Repeats() ? "..." : "");
}

/// The name in "--name" or "[--name]", "" of another word.
std::string NameIn(const std::string& word) {
  const std::size_t begin = word.starts_with("[") ? 1 : 0;
  if (word.compare(begin, 2, "--") != 0) return "";
  return word.substr(begin + 2, word.size() - 2 * begin - 2);
}

}  // namespace

std::vector<Texts> FormsOf(const Command& command) {
  std::set<std::string> named;
  std::vector<Texts> forms;
  for (const std::string& text : command.forms) {
    Texts& form = forms.emplace_back();
    for (const std::string& word : WordsOf(text)) {
      const std::string name = NameIn(word);
      if (name.empty()) {
        form.push_back(word);
        continue;
      }
      const auto option = std::ranges::find(command.options, name, &CommandOption::name);
      MERCER_CHECK(option != command.options.end());
      form.push_back(word.starts_with("[") ? Optional(*option) : WrittenOption(*option));
      named.insert(name);
    }
  }
  for (const CommandOption& option : command.options)
    if (!named.contains(option.name)) forms.front().push_back(Optional(option));
  return forms;
}

namespace {

/// The forms, the first behind `first` and the others behind as many blanks.
std::string FormLines(const Command& command, const std::string& first) {
  std::string lines;
  std::string start = first + "mercer " + command.name;
  for (Texts words : FormsOf(command)) {
    words.insert(words.begin(), "");
    lines += (lines.empty() ? "" : "\n") + Wrapped(start, words, start.size() + 1);
    start.replace(0, first.size(), first.size(), ' ');
  }
  return lines;
}

}  // namespace

std::string UsageOf(const Command& command) { return FormLines(command, "usage: "); }

std::string HelpOf(const Command& command) {
  std::string text = UsageOf(command) + "\n\n" + Wrapped("", WordsOf(command.summary), 0) + "\n";
  if (!command.more.empty()) text += "\n" + command.more;
  if (!command.options.empty()) text += "\n";
  constexpr std::size_t kColumn = 22;
  for (const CommandOption& option : command.options) {
    std::string name = Wrapped("  ", WordsOf(WrittenOption(option)), 6);
    if (name.size() + 2 > kColumn) {
      text += name + "\n";
      name.clear();
    }
    name.resize(kColumn, ' ');
    text += Wrapped(name, WordsOf(option.help), kColumn) + "\n";
  }
  return text;
}

std::string Overview() {
  std::string text =
      "mercer reruns the experiments of the random-feature papers.\n\nusage: mercer COMMAND "
      "...\n\n";
  for (const Command& command : Commands()) {
    text += FormLines(command, "  ") + "\n" + Wrapped("      ", WordsOf(command.summary), 6) + "\n";
  }
  return text +
         "\nmercer COMMAND --help describes a command; mercer --version prints the version.\nExit "
         "codes: 0 success, 1 a trial failed or a checked cell is worse, 2 invalid input.\n";
}

}  // namespace mercer
