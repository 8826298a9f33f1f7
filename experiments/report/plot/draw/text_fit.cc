#include "experiments/report/plot/draw/text_fit.h"

#include <utility>

namespace mercer {
namespace {

bool IsOneOf(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// Of UTF-8, where the bytes after the first add nothing to a character's width.
bool IsInsideCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The largest part of the text's beginning that has room.
std::string Beginning(const std::string& text, double room) {
  std::size_t end = 0;
  for (std::size_t next = 1; next <= text.size(); ++next) {
    if (next < text.size() && IsInsideCharacter(text[next])) continue;
    if (TextWidth(std::string_view(text).substr(0, next)) > room) break;
    end = next;
  }
  return text.substr(0, end);
}

std::string End(const std::string& text, double room) {
  std::size_t begin = text.size();
  for (std::size_t next = text.size(); next-- > 0;) {
    if (IsInsideCharacter(text[next])) continue;
    if (TextWidth(std::string_view(text).substr(next)) > room) break;
    begin = next;
  }
  return text.substr(begin);
}

/// The parts of a text between which a line may end.
std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c == '(' && !word.empty()) words.push_back(std::exchange(word, ""));
    word += c;
    if (IsOneOf(c, " ,;_-/+")) words.push_back(std::exchange(word, ""));
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

std::string Trimmed(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  while (text.starts_with(' ')) text.erase(0, 1);
  return text;
}

}  // namespace

double TextWidth(std::string_view text) {
  double ems = 0;
  for (const char c : text) {
    if (IsInsideCharacter(c)) continue;
    if (IsOneOf(c, " .,:;'|!iljI()[]ftr-/")) {
      ems += 0.4;
    } else if (IsOneOf(c, "mwMW%@") || static_cast<unsigned char>(c) >= 0xE0) {
      ems += 1;
    } else {
      ems += c >= 'A' && c <= 'Z' ? 0.76 : 0.64;
    }
  }
  return ems * kFontPoints;
}

std::string Shortened(const std::string& text, double room) {
  if (TextWidth(text) <= room) return text;
  const double half = (room - TextWidth("…")) / 2;
  return Trimmed(Beginning(text, half)) + "…" + Trimmed(End(text, half));
}

std::vector<std::string> Wrapped(const std::string& text, double room, std::size_t most_lines) {
  std::vector<std::string> lines;
  std::string line;
  for (const std::string& word : Words(text)) {
    const bool may_end = lines.size() + 1 < most_lines && !line.empty();
    if (may_end && TextWidth(Trimmed(line + word)) > room) lines.push_back(std::exchange(line, ""));
    line += word;
  }
  lines.push_back(line);
  for (std::string& one : lines) one = Shortened(Trimmed(one), room);
  return lines;
}

}  // namespace mercer
