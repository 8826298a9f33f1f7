#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// What a trial's message or warnings consist of: they are joined by "; ".
std::vector<std::string> SplitParts(const std::string& text);

/// Counts the trials that did not end well and the warnings, alike ones together, and notes
/// whether a learner ran and the times are valid. Warnings that differ in whole numbers alone are
/// one, with the range of each: "D = 64 to 256 is 20 to 80 of order 1".
void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary);

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

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_
