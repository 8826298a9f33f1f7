#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_

#include <string>

#include "experiments/config/trial/trial.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// The complete and exact state of a trial, for another process to read back. The files of a data
/// set are referred to by name, not included; row numbers from files named by the config are
/// included.
Json TrialToJson(const Trial& trial);

/// Throws InvalidInput if the value was not made by TrialToJson.
Trial TrialFromJson(const Json& json);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_TRIAL_JSON_H_
