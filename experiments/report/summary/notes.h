#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// Splits a trial's message or warnings, which are joined by "; ", into their parts.
std::vector<std::string> SplitParts(const std::string& text);

/// Counts the trials that did not end well and the warnings, merging equal ones, and records
/// whether a learner ran and whether the times are valid. Warnings that differ only in whole
/// numbers are merged, with the range of each number: "D = 64 to 256 is 20 to 80 of order 1".
void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary);

/// The description of a deviation in a paper's NOTES.md: its heading after the key, and the
/// paragraphs below it, separated by empty lines.
struct DeviationNote {
  std::string title, text;
};

/// The sections of configs/<citekey>/NOTES.md whose heading begins with a key in `code type`, by
/// key. Empty if there is no such file.
std::map<std::string, DeviationNote> DeviationNotesOf(const std::string& citekey);

/// The same for the text of a NOTES.md.
std::map<std::string, DeviationNote> ParseDeviationNotes(const std::string& markdown);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_NOTES_H_
