#ifndef MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
#define MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_

#include <string>

#include "core/learners/learner.h"
#include "core/learners/learner_entry.h"

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

/// Throws InvalidInput that names the learner and what is not finite: an objective of the report or
/// a point of its trace, else one of the weights (coefficients, offsets) that fitting found.
void CheckFitted(const std::string& learner, const FitReport& report, bool weights_are_finite);

/// What a least-squares learner fits: the labels themselves, or, for classes, a column of ±1 for
/// each binary problem (class_labels.h).
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

/// The parameter that chooses: "values" (the default) or "classes".
ParamSpec TargetSpec();
Target ParseTarget(const ParamValue& value);

/// The weight λ > 0 of a regulariser.
ParamSpec LambdaSpec(const std::string& help);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_TRAINING_CHECKS_H_
