#ifndef MERCER_EXPERIMENTS_REPORT_SUMMARY_TRIAL_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_SUMMARY_TRIAL_NOTES_H_

#include <string>
#include <vector>

#include "experiments/report/summary/summary.h"

namespace mercer {

/// What a trial's message or warnings consist of: they are joined by "; ".
std::vector<std::string> SplitParts(const std::string& text);

/// Counts the trials that did not end well and the warnings, alike ones together, and notes
/// whether a learner ran and the times are valid.
void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_SUMMARY_TRIAL_NOTES_H_
