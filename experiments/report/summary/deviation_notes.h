#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_DEVIATION_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_DEVIATION_NOTES_H_

#include <map>
#include <string>

namespace mercer {

/// What a paper's NOTES.md says of a deviation: its heading behind the key, and the paragraphs
/// beneath, separated by empty lines.
struct DeviationNote {
  std::string title, text;
};

/// The sections of configs/<citekey>/NOTES.md whose heading begins with a key in `code type`, by
/// key. Empty where there is no such file.
std::map<std::string, DeviationNote> DeviationNotesOf(const std::string& citekey);

/// Of the text of a NOTES.md.
std::map<std::string, DeviationNote> ParseDeviationNotes(const std::string& markdown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_DEVIATION_NOTES_H_
