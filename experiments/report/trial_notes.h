#ifndef MERCER_EXPERIMENTS_REPORT_TRIAL_NOTES_H_
#define MERCER_EXPERIMENTS_REPORT_TRIAL_NOTES_H_

#include <vector>

#include "experiments/report/summary.h"

namespace mercer {

/// Counts the trials that did not end well and the warnings, alike ones together, and notes
/// whether a learner ran and the times are valid.
void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_TRIAL_NOTES_H_
