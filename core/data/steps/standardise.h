#ifndef MERCER_CORE_DATA_STEPS_STANDARDISE_H_
#define MERCER_CORE_DATA_STEPS_STANDARDISE_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// standardise: (x_j − mean_j)/sd_j with the mean and standard deviation of column j in the
/// training part. The variance is the population's, (1/n) Σ (x_ij − mean_j)², as in scikit-learn's
/// StandardScaler. A column that is constant in the training part becomes 0, also in test rows.
/// Rows become dense unless every mean is 0. Throws InvalidInput for a variance that is not finite,
/// or is 0 because the values of a column that varies are too small to square. Fits and applies in
/// O(n·d).
PreprocessEntry StandardiseStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_STANDARDISE_H_
