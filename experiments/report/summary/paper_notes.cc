#include "experiments/report/summary/paper_notes.h"

#include <sstream>
#include <string_view>

#include "experiments/catalogue/catalogue.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

/// The lines up to an empty one, joined; the items of a list are blocks of their own.
std::vector<std::string> BlocksOf(const std::string& markdown) {
  std::vector<std::string> blocks;
  bool begins = true;
  std::istringstream in(markdown);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      begins = true;
      continue;
    }
    if (begins || line.starts_with("- ") || line.starts_with("#")) blocks.emplace_back();
    begins = line.starts_with("#");
    std::string& block = blocks.back();
    const std::size_t from = line.find_first_not_of(' ');
    if (from == std::string::npos) continue;
    block += (block.empty() ? "" : " ") + line.substr(from);
  }
  return blocks;
}

std::string Between(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view kEdge = " ,.[";
  std::string_view part = text.substr(begin, end - begin);
  while (!part.empty() && kEdge.find(part.front()) != std::string_view::npos) part.remove_prefix(1);
  while (!part.empty() && (part.back() == ' ' || part.back() == ',' || part.back() == '['))
    part.remove_suffix(1);
  return std::string(part);
}

// "<authors>, [*<title>*](<link>), <venue>."
void ReadCitation(const std::string& text, PaperNotes& notes) {
  const std::size_t begin = text.find('*');
  const std::size_t end = begin == std::string::npos ? begin : text.find('*', begin + 1);
  if (end == std::string::npos) return;
  notes.authors = Between(text, 0, begin);
  notes.title = text.substr(begin + 1, end - begin - 1);
  std::size_t rest = end + 1;
  if (text.compare(rest, 2, "](") == 0) {
    const std::size_t close = text.find(')', rest);
    if (close == std::string::npos) return;
    notes.link = text.substr(rest + 2, close - rest - 2);
    rest = close + 1;
  }
  notes.venue = Between(text, rest, text.size());
  if (!notes.venue.empty() && notes.venue.back() == '.') notes.venue.pop_back();
}

}  // namespace

PaperNotes ParsePaperNotes(const std::string& markdown) {
  PaperNotes notes;
  const std::vector<std::string> blocks = BlocksOf(markdown);
  if (blocks.empty() || !blocks[0].starts_with("# ")) return notes;
  notes.name = blocks[0].substr(2, blocks[0].find(':') - 2);
  if (blocks.size() < 2) return notes;
  ReadCitation(blocks[1], notes);
  if (notes.title.empty()) return notes;
  for (std::size_t i = 2; i < blocks.size() && blocks[i].starts_with("- "); ++i)
    notes.findings.push_back(blocks[i].substr(2));
  const bool is_paragraph = notes.findings.empty() && blocks.size() > 2 &&
                            !blocks[2].starts_with("#") && !blocks[2].starts_with("|");
  if (is_paragraph) notes.findings.push_back(blocks[2]);
  return notes;
}

std::string NotesTextOf(const std::string& citekey) {
  if (citekey.empty()) return {};
  return TryReadRegularFile(ShareDir() / "configs" / citekey / "NOTES.md").value_or("");
}

PaperNotes PaperNotesOf(const std::string& citekey) {
  return ParsePaperNotes(NotesTextOf(citekey));
}

}  // namespace mercer
