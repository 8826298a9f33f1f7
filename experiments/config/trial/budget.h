#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_BUDGET_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_BUDGET_H_

#include <string>
#include <vector>

#include "experiments/config/json/json_text.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

/// A fault for each method whose budget is the training time of a method that is unknown, stands
/// later, has a budget itself, learns nothing, or does not run wherever the limited one does: its
/// kernels, its D. Of `experiment`, datasets, kernels and methods are read.
void CheckBudgets(const Json& config, const Experiment& experiment,
                  const std::vector<std::string>& method_ids, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_BUDGET_H_
