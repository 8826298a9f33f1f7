#include "core/learners/regression_targets.h"

#include "core/learners/class_labels.h"
#include "core/learners/training_checks.h"

namespace mercer {

RegressionTargets::RegressionTargets(const std::string& learner, Target target,
                                     const TrainingSet& train) {
  if (target == Target::kValues) {
    CheckRegression(learner, train);
    values_ = train.y;
    return;
  }
  CheckClassification(learner, train);
  const BinaryProblems problems(train.y);
  labels_ = problems.labels();
  values_.resize(train.y.size(), problems.count());
  for (Index k = 0; k < problems.count(); ++k) {
    const std::vector<signed char> signs = problems.Signs(k);
    for (Index i = 0; i < values_.rows(); ++i) values_(i, k) = signs[static_cast<std::size_t>(i)];
  }
}

ParamSpec TargetSpec() {
  return {.name = "target",
          .kind = ParamKind::kText,
          .help = "what the labels are: values to predict, or classes, each against the rest",
          .default_value = "values",
          .choices = {"values", "classes"}};
}

Target ParseTarget(const ParamValue& value) {
  return value.AsText() == "classes" ? Target::kClasses : Target::kValues;
}

ParamSpec LambdaSpec(const std::string& help) {
  return {.name = "lambda", .help = help, .default_value = 1e-3, .min = 0, .open_min = true};
}

}  // namespace mercer
