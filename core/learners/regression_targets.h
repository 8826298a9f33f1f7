#ifndef MERCER_CORE_LEARNERS_REGRESSION_TARGETS_H_
#define MERCER_CORE_LEARNERS_REGRESSION_TARGETS_H_

#include <string>

#include "core/learners/learner_entry.h"

namespace mercer {

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

#endif  // MERCER_CORE_LEARNERS_REGRESSION_TARGETS_H_
