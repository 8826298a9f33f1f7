#include "core/learners/training_checks.h"

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/learners/class_labels.h"

namespace mercer {
namespace {

// One column number is the bias, one row number the serial of a precomputed kernel.
constexpr Index kMaxCount = std::numeric_limits<int>::max() - 2;

void CheckClassCount(const std::string& learner, const Vector& y) {
  const Index classes = CountLabels(y);
  if (!TooManyForClasses(classes, y.size())) return;
  throw InvalidInput("learner '" + learner + "': " + std::to_string(y.size()) +
                     " training rows have " + std::to_string(classes) +
                     " different labels; expected classes of " +
                     std::to_string(kFewestRowsPerClass) +
                     " rows or more on average, or a learner that predicts values");
}

void CheckLabels(const std::string& learner, const Vector& y) {
  for (Index i = 0; i < y.size(); ++i) {
    if (std::isfinite(y[i]) && std::floor(y[i]) == y[i] &&
        std::abs(y[i]) <= std::numeric_limits<int>::max()) {
      continue;
    }
    throw InvalidInput("learner '" + learner + "': the label of training row " + std::to_string(i) +
                       " is " + FormatNumber(y[i]) +
                       "; expected a whole number between -2147483647 and 2147483647");
  }
  if ((y.array() == y[0]).all()) {
    throw InvalidInput("learner '" + learner + "': all " + std::to_string(y.size()) +
                       " training rows have the label " + FormatNumber(y[0]) +
                       "; expected at least two classes");
  }
  CheckClassCount(learner, y);
}

void CheckRows(const std::string& learner, const TrainingSet& train) {
  const Index n = train.x.rows();
  const Index columns = train.x.cols();
  MERCER_CHECK(train.y.size() == n);
  if (n == 0 || columns == 0 || n > kMaxCount || columns > kMaxCount) {
    throw InvalidInput("learner '" + learner + "': the training part has " + std::to_string(n) +
                       " rows and " + std::to_string(columns) +
                       " columns; expected between 1 and " + std::to_string(kMaxCount) +
                       " of each");
  }
  if (!train.x.computes()) CheckFinite(learner, train.x.All());
}

}  // namespace

void CheckFinite(const std::string& learner, const Examples& x) {
  for (Index i = 0; i < x.rows(); ++i) {
    const auto fail = [&](double value) {
      throw InvalidInput("learner '" + learner + "': row " + std::to_string(i) +
                         " holds the value " + FormatNumber(value) + "; expected finite values");
    };
    if (x.is_sparse()) {
      for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) {
        if (!std::isfinite(it.value())) fail(it.value());
      }
    } else if (!std::isfinite(x.dense().row(i).sum())) {
      // A finite sum has finite terms; where it is not, the term is looked for.
      for (Index j = 0; j < x.cols(); ++j) {
        if (!std::isfinite(x.dense()(i, j))) fail(x.dense()(i, j));
      }
    }
  }
}

void CheckFitted(const std::string& learner, const FitReport& report, bool weights_are_finite) {
  const auto require = [&](const char* what, bool finite) {
    if (finite) return;
    throw InvalidInput("learner '" + learner + "': fitting ended with " + what +
                       " that is not finite; expected values of rows, kernel and parameters whose "
                       "sums and products stay in the range of a double");
  };
  require("a primal objective", std::isfinite(report.primal_objective.value_or(0)));
  require("a dual objective", std::isfinite(report.dual_objective.value_or(0)));
  for (const TracePoint& point : report.trace)
    require("an objective in its trace", std::isfinite(point.objective));
  require("a weight", weights_are_finite);
}

void CheckClassification(const std::string& learner, const TrainingSet& train) {
  CheckRows(learner, train);
  CheckLabels(learner, train.y);
}

void CheckRegression(const std::string& learner, const TrainingSet& train) {
  CheckRows(learner, train);
  for (Index i = 0; i < train.y.size(); ++i) {
    if (std::isfinite(train.y[i])) continue;
    throw InvalidInput("learner '" + learner + "': the label of training row " + std::to_string(i) +
                       " is " + FormatNumber(train.y[i]) + "; expected a finite number");
  }
}

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
