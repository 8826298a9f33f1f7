#ifndef MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_
#define MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_

#include <memory>
#include <optional>
#include <string>

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// Every preprocessing step, in the order of the documentation (docs/preprocessing.md).
const Registry<PreprocessEntry>& PreprocessRegistry();

/// Checks the parameters and fits on the rows of the training part. A value that sparse rows do not
/// store is a zero like any other: sparse and dense rows give the same numbers. Throws
/// InvalidInput, also where there is no row.
std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train);

/// The columns that a step makes of `input_dim` columns, each absent where only the rows tell.
/// Throws InvalidInput for unsound parameters, or such that do not fit the columns.
std::optional<Index> StepOutputDim(const std::string& name, const Params& params,
                                   std::optional<Index> input_dim);

/// Throws InvalidInput for unsound parameters, or where a step cannot be fitted on so few rows.
void CheckTrainRows(const std::string& name, const Params& params, Index train_rows);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_
