#ifndef MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_

#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/json/json_values.h"

namespace mercer {

/// Reads the tunings of a config. Adds an error for each unknown method, unknown parameter path or
/// value out of range; for a method that two tunings claim; for each method that cannot take the
/// values of its tuning (lists in place of parameters, a kernel that the tuned method does not
/// have, or a D that it does not have although it has several); and for rows that cannot be used
/// for validation (a validation fraction together with folds, more folds than max_rows or than the
/// training rows of a data set whose number of rows is known, or either of them although the test
/// part is scored). Of `experiment`, only datasets, kernels and methods are read.
std::vector<TuningSpec> ReadTuning(const Json& config, const Experiment& experiment,
                                   const std::vector<std::string>& method_ids,
                                   const Catalogue& catalogue, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_READ_TUNING_H_
