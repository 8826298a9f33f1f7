#include "experiments/report/summary/deviation_notes.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "experiments/catalogue/catalogue.h"

namespace mercer {
namespace {

// "### `key`: title" → key and title; both "" for any other heading.
std::pair<std::string, std::string> KeyAndTitle(const std::string& heading) {
  const std::size_t begin = heading.find_first_not_of("# ");
  if (begin == std::string::npos || heading[begin] != '`') return {};
  const std::size_t end = heading.find('`', begin + 1);
  if (end == std::string::npos) return {};
  const std::size_t title = heading.find_first_not_of(": ", end + 1);
  return {heading.substr(begin + 1, end - begin - 1),
          title == std::string::npos ? "" : heading.substr(title)};
}

}  // namespace

std::map<std::string, DeviationNote> ParseDeviationNotes(const std::string& markdown) {
  std::map<std::string, DeviationNote> notes;
  DeviationNote* current = nullptr;
  std::istringstream in(markdown);
  bool new_paragraph = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      const auto [key, title] = KeyAndTitle(line);
      current = key.empty() ? nullptr : &notes[key];
      if (current != nullptr) *current = {title, ""};
    } else if (line.empty()) {
      new_paragraph = true;
    } else if (current != nullptr) {
      if (!current->text.empty()) current->text += new_paragraph ? "\n\n" : " ";
      current->text += line;
      new_paragraph = false;
    }
  }
  return notes;
}

std::map<std::string, DeviationNote> DeviationNotesOf(const std::string& citekey) {
  if (citekey.empty()) return {};
  std::ifstream in(ShareDir() / "configs" / citekey / "NOTES.md", std::ios::binary);
  return ParseDeviationNotes(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace mercer
