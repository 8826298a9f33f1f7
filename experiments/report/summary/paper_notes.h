#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_

#include <string>
#include <vector>

namespace mercer {

/// What the head of a paper's NOTES.md says of it: which paper it is, and what the rerun found.
struct PaperNotes {
  std::string name;     // "Kar and Karnick 2012"; "" where there are no notes
  std::string authors;  // "P. Kar, H. Karnick"
  std::string title;    // "Random feature maps for dot product kernels"
  std::string link;     // "https://…"; "" for none
  std::string venue;    // "AISTATS 2012"
  // Paragraphs of Markdown, "**Agrees:** …"; empty where the notes have none.
  std::vector<std::string> findings{};
};

/// The text of a NOTES.md. Its heading is "# <name>: …". The first paragraph is "<authors>,
/// [*<title>*](<link>), <venue>.", with or without the link; the findings are the items of the list
/// behind it, or the one paragraph that stands there. What does not have this form is left empty.
PaperNotes ParsePaperNotes(const std::string& markdown);

/// Of configs/<citekey>/NOTES.md; empty where there is no such file.
PaperNotes PaperNotesOf(const std::string& citekey);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_PAPER_NOTES_H_
