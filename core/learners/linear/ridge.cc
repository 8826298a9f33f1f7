#include "core/learners/linear/ridge.h"

#include <complex>
#include <string>
#include <utility>

#include "core/learners/feature_rows.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/linear/normal_equations.h"
#include "core/learners/regression_targets.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

const char* const kName = "ridge";

template <class Scalar>
Matrix Solve(const TrainingSet& train, const Matrix& y, double lambda, double* feature_seconds) {
  NormalEquations<Scalar> equations(kName, FeatureColumns(train), y.cols());
  *feature_seconds = ForEachFeatureBlock(kName, train, [&](Index begin, const Matrix& rows) {
    equations.Add(rows, y.middleRows(begin, rows.rows()), train.threads);
  });
  return equations.Solve(lambda, train.x.rows());
}

}  // namespace

std::unique_ptr<Model> RidgeLearner::Fit(const TrainingSet& train) const {
  const RegressionTargets targets(kName, options_.target, train);
  FitReport report;
  LinearWeights weights;
  weights.labels = targets.labels();
  weights.weights =
      train.complex_features
          ? Solve<std::complex<double>>(train, targets.values(), options_.lambda,
                                        &report.feature_seconds)
          : Solve<double>(train, targets.values(), options_.lambda, &report.feature_seconds);
  weights.bias_weights = Eigen::RowVectorXd::Zero(weights.weights.cols());
  return std::make_unique<LinearModel>(kName, std::move(weights), std::move(report));
}

double RidgeLearner::EstimatedBytes(const ProblemSize& size) const {
  const double d = size.width(), targets = size.binary_problems();
  // Twice a block of rows; the columns of complex features count twice, so that d² is enough.
  return 8 * d * d + 32 * d * targets + 2 * 8388608.0 + (8 + 8 * targets) * size.rows() +
         ScoreBytes(size) + size.predicted_bytes();
}

LearnerEntry RidgeEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary = "ridge regression on features, w = (Z'Z + lambda n I)^-1 Z'y, complex ones too";
  entry.citation = "yang2014, section 5";
  entry.params = {LambdaSpec("lambda of |Zw - y|^2 + lambda n |w|^2"), TargetSpec()};
  entry.streams = true;
  entry.takes_complex = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<RidgeLearner>(RidgeOptions{
        .lambda = params.Get("lambda").AsNumber(), .target = ParseTarget(params.Get("target"))});
  };
  return entry;
}

}  // namespace mercer
