#ifndef MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
#define MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_

#include <string>

#include "core/learners/learner.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// Throws InvalidInput, naming the learner, the row and the value, if x has no rows or no columns,
/// or more than LIBSVM and LIBLINEAR can count; if a value or label is not finite, or a label is
/// not a whole number that fits an int; or if there is only one class, or so many labels that they
/// must be regression values (TooManyForClasses).
void CheckClassification(const std::string& learner, const TrainingSet& train);

/// The same for regression: labels may be any finite numbers, even if all are equal.
void CheckRegression(const std::string& learner, const TrainingSet& train);

/// Throws InvalidInput, naming the learner and the row, if a value is not finite.
void CheckFinite(const std::string& learner, const Examples& x);

/// Throws InvalidInput, naming the learner and the quantity, if fitting gave an objective of the
/// report, a point of its trace or a weight (coefficient, offset) that is not finite.
void CheckFitted(const std::string& learner, const FitReport& report, bool weights_are_finite);

/// The targets that a least-squares learner fits: the labels themselves, or, for classes, a column
/// of ±1 for each binary problem (class_labels.h).
class RegressionTargets {
 public:
  /// Checks the training set as CheckRegression or CheckClassification does.
  RegressionTargets(const std::string& learner, Target target, const TrainingSet& train);

  const Matrix& values() const { return values_; }  // n × K
  const Vector& labels() const { return labels_; }  // of the classes; empty for values

 private:
  Matrix values_;
  Vector labels_;
};

/// The parameter "target" that chooses between them: "values" (the default) or "classes".
ParamSpec TargetSpec();
Target ParseTarget(const ParamValue& value);

/// The parameter "lambda": the weight λ > 0 of a regulariser.
ParamSpec LambdaSpec(const std::string& help);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
