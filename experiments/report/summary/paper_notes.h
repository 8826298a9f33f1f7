#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_

#include <string>
#include <vector>

namespace mercer {

/// The head of a paper's NOTES.md: which paper it is, and what the rerun found.
struct PaperNotes {
  std::string name;     // "Kar and Karnick 2012"; "" if there are no notes
  std::string authors;  // "P. Kar, H. Karnick"
  std::string title;    // "Random feature maps for dot product kernels"
  std::string link;     // "https://…"; "" if none
  std::string venue;    // "AISTATS 2012"
  // Paragraphs of Markdown, "**Agrees:** …"; empty if the notes have none.
  std::vector<std::string> findings{};
};

/// The text of configs/<citekey>/NOTES.md; "" if there is no such file.
std::string NotesTextOf(const std::string& citekey);

/// Parses the text of a NOTES.md. Its heading is "# <name>: …". The first paragraph is "<authors>,
/// [*<title>*](<link>), <venue>.", with or without the link. The findings are the items of the list
/// that follows, or the single paragraph in its place. Parts that do not have this form are left
/// empty.
PaperNotes ParsePaperNotes(const std::string& markdown);

/// The notes in configs/<citekey>/NOTES.md; empty if there is no such file.
PaperNotes PaperNotesOf(const std::string& citekey);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_
