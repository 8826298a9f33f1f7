#ifndef MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
#define MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_

#include <string>

#include "core/learners/learner.h"

namespace mercer {

/// Throws InvalidInput that names the learner, the row and the value where x has no row or column,
/// or more than LIBSVM and LIBLINEAR can count, a value or label is not finite, a label is not a
/// whole number that fits an int, or there is one class only, or as many as a regression has
/// values.
void CheckClassification(const std::string& learner, const TrainingSet& train);

/// The same for values to predict: labels may be any finite numbers, all alike too.
void CheckRegression(const std::string& learner, const TrainingSet& train);

/// Throws InvalidInput that names the learner and the row where a value is not finite.
void CheckFinite(const std::string& learner, const Examples& x);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
