#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_

#include <string>
#include <vector>

#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// The tunings of a config. A fault for each unknown method, parameter path or value out of range,
/// for a method that two tunings claim, for each method that cannot take the values of its tuning
/// (lists in place of parameters, a kernel that the tuned method does not have, a D that it does
/// not have while it has several), and for rows that cannot validate: a validation fraction beside
/// folds, fewer rows than folds, either where the test part scores. Of `experiment`, datasets,
/// kernels and methods are read.
std::vector<TuningSpec> ReadTuning(const Json& config, const Experiment& experiment,
                                   const std::vector<std::string>& method_ids, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_
