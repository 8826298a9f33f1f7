#include "core/learners/ridge.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <complex>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/learners/class_labels.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear_model.h"
#include "core/learners/regression_targets.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "ridge";

// Columns of ZᴴZ that one thread sums at a time.
constexpr Index kStripe = 64;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The lower half of ZᴴZ, and ZᴴY. Complex features lie in memory as complex numbers do.
template <class Scalar>
struct NormalEquations {
  MatrixOf<Scalar> products;  // D × D
  MatrixOf<Scalar> targets;   // D × K

  void Add(const Matrix& rows, const Matrix& y, int threads) {
    const Eigen::Map<const MatrixOf<Scalar>> z(reinterpret_cast<const Scalar*>(rows.data()),
                                               rows.rows(), products.rows());
    const MatrixOf<Scalar> block_targets = y.template cast<Scalar>();
    ParallelFor(products.rows(), kStripe, threads, [&](Index begin, Index end) {
      const auto stripe = z.middleCols(begin, end - begin).adjoint();
      products.middleRows(begin, end - begin).leftCols(end).noalias() += stripe * z.leftCols(end);
      targets.middleRows(begin, end - begin).noalias() += stripe * block_targets;
    });
  }
};

// The real weights whose inner products with the columns of features are Re <z, w>.
Matrix RealWeights(const MatrixOf<double>& w) { return w; }

Matrix RealWeights(const MatrixOf<std::complex<double>>& w) {
  Matrix real(2 * w.rows(), w.cols());
  for (Index j = 0; j < w.rows(); ++j) {
    real.row(2 * j) = w.row(j).real();
    real.row(2 * j + 1) = -w.row(j).imag();
  }
  return real;
}

template <class Scalar>
Matrix Solve(const TrainingSet& train, const Matrix& y, double lambda, double* feature_seconds) {
  const Index d = FeatureColumns(train) * static_cast<Index>(sizeof(double)) /
                  static_cast<Index>(sizeof(Scalar));
  CheckFitsInMemory(
      "learner '" + std::string(kName) + "' with " + std::to_string(d) + " features",
      static_cast<double>(sizeof(Scalar)) * static_cast<double>(d) * static_cast<double>(d));
  NormalEquations<Scalar> equations{MatrixOf<Scalar>::Zero(d, d),
                                    MatrixOf<Scalar>::Zero(d, y.cols())};
  *feature_seconds = ForEachFeatureBlock(kName, train, [&](Index begin, const Matrix& rows) {
    equations.Add(rows, y.middleRows(begin, rows.rows()), train.threads);
  });
  equations.products.diagonal().array() += lambda * static_cast<double>(train.x.rows());
  const Eigen::LLT<Eigen::Ref<MatrixOf<Scalar>>, Eigen::Lower> factor(equations.products);
  if (factor.info() != Eigen::Success) {
    throw InvalidInput("learner '" + std::string(kName) + "': lambda is " + FormatNumber(lambda) +
                       ", which rounding loses beside the features; expected a larger one");
  }
  return RealWeights(MatrixOf<Scalar>(factor.solve(equations.targets)));
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
