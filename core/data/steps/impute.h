#ifndef MERCER_CORE_DATA_STEPS_IMPUTE_H_
#define MERCER_CORE_DATA_STEPS_IMPUTE_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// impute(statistic = "mean" | "median"): a value that is missing (NaN, of a reader told to keep
/// it) becomes the mean or the median of its column's values in the training part, as
/// scikit-learn's SimpleImputer does. Other values stay. Throws InvalidInput for a column that has
/// no value in the training part. Fits in O(n·d) dense, O(stored values + d) sparse; applies in
/// O(stored values).
PreprocessEntry ImputeStepEntry();

/// Throws InvalidInput, with the first place, where a value of x is missing; `what` begins the
/// message.
void CheckNoneMissing(const std::string& what, const Examples& x);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_IMPUTE_H_
