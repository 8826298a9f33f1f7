#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_

#include <string>

#include "experiments/config/trial/trial.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Whole and exact: what one process knows of a trial, another reads back. The files of a data set
/// are named, not held; row numbers that files beside the config gave are held.
Json TrialToJson(const Trial& trial);

/// Throws InvalidInput where the value is none that TrialToJson made.
Trial TrialFromJson(const Json& json);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_
