#include "experiments/report/tables/wrap.h"

#include <algorithm>
#include <sstream>

namespace mercer {
namespace {

constexpr std::string_view kBreaks = " ,;+";

}  // namespace

std::string WithoutSpaceAtEnd(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::size_t CountCharacters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::vector<std::string> BrokenName(const std::string& name, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find_first_of(kBreaks, begin), name.size() - 1) + 1;
    const std::string piece = name.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!line.empty() && CountCharacters(WithoutSpaceAtEnd(line + piece)) > width) {
      line = WithoutSpaceAtEnd(line);
      lines.push_back(piece);
    } else {
      line += piece;
    }
    begin = end;
  }
  return lines;
}

std::string Wrapped(const std::string& text) {
  const std::string indent = "  ";
  std::string out, line, word;
  for (std::istringstream words(text); words >> word;) {
    std::string space = line.empty() ? "" : " ";
    const bool is_long = indent.size() + CountCharacters(word) > kTerminalWidth;
    for (const std::string& piece : BrokenName(word, is_long ? 1 : kTerminalWidth)) {
      const bool is_full =
          CountCharacters(line) + space.size() + CountCharacters(piece) > kTerminalWidth;
      if (!line.empty() && is_full) {
        out += line + '\n';
        line = indent + piece;
      } else {
        line += space + piece;
      }
      space = "";
    }
  }
  return out + line + '\n';
}

}  // namespace mercer
