#ifndef MERCER_EXPERIMENTS_TRAIN_TRAIN_REPORT_H_
#define MERCER_EXPERIMENTS_TRAIN_TRAIN_REPORT_H_

#include <string>

#include "experiments/train/train.h"

namespace mercer {

/// Formats the outcome as text: one line for each measurement and one for each rank.
std::string TrainText(const TrainOutcome& outcome);

/// The same as one JSON object.
std::string TrainJson(const TrainRequest& request, const TrainOutcome& outcome);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_TRAIN_REPORT_H_
