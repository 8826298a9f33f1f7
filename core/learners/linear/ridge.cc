#include "core/learners/linear/ridge.h"

#include <Eigen/Cholesky>
#include <complex>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

// Columns of ZᴴZ that one thread sums at a time.
constexpr Index kStripe = 64;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix RealWeights(const MatrixOf<double>& w) { return w; }

Matrix RealWeights(const MatrixOf<std::complex<double>>& w) {
  Matrix real(2 * w.rows(), w.cols());
  for (Index j = 0; j < w.rows(); ++j) {
    real.row(2 * j) = w.row(j).real();
    real.row(2 * j + 1) = -w.row(j).imag();
  }
  return real;
}

const char* const kName = "ridge";

template <class Scalar>
Matrix Solve(const TrainingSet& train, const Matrix& y, double lambda) {
  NormalEquations<Scalar> equations(kName, train.x.cols(), y.cols());
  ForEachFeatureBlock(kName, train.x, [&](Index begin, const Matrix& rows) {
    equations.Add(rows, y.middleRows(begin, rows.rows()), train.threads);
  });
  return equations.Solve(lambda, train.x.rows());
}

}  // namespace

template <class Scalar>
NormalEquations<Scalar>::NormalEquations(std::string learner, Index columns, Index targets)
    : learner_(std::move(learner)) {
  const Index d = columns * static_cast<Index>(sizeof(double)) / static_cast<Index>(sizeof(Scalar));
  CheckFitsInMemory(
      "learner '" + learner_ + "' with " + std::to_string(d) + " features",
      static_cast<double>(sizeof(Scalar)) * static_cast<double>(d) * static_cast<double>(d));
  products_ = Sums::Zero(d, d);
  targets_ = Sums::Zero(d, targets);
}

template <class Scalar>
void NormalEquations<Scalar>::Add(const Matrix& rows, const Matrix& y, int threads) {
  // Complex features lie in memory as complex numbers do.
  const Eigen::Map<const Sums> z(reinterpret_cast<const Scalar*>(rows.data()), rows.rows(),
                                 products_.rows());
  const Sums block_targets = y.template cast<Scalar>();
  ParallelFor(products_.rows(), kStripe, threads, [&](Index begin, Index end) {
    const auto stripe = z.middleCols(begin, end - begin).adjoint();
    products_.middleRows(begin, end - begin).leftCols(end).noalias() += stripe * z.leftCols(end);
    targets_.middleRows(begin, end - begin).noalias() += stripe * block_targets;
  });
}

template <class Scalar>
std::span<Scalar> NormalEquations<Scalar>::ProductsRow(Index i) {
  return {products_.row(i).data(), static_cast<std::size_t>(products_.cols())};
}

template <class Scalar>
std::span<Scalar> NormalEquations<Scalar>::Targets() {
  return {targets_.data(), static_cast<std::size_t>(targets_.size())};
}

template <class Scalar>
Matrix NormalEquations<Scalar>::Solve(double lambda, Index n) {
  products_.diagonal().array() += lambda * static_cast<double>(n);
  const Eigen::LLT<Eigen::Ref<Sums>, Eigen::Lower> factor(products_);
  if (factor.info() != Eigen::Success) {
    throw InvalidInput("learner '" + learner_ + "': lambda is " + FormatNumber(lambda) +
                       ", which rounding loses beside the features; expected a larger one");
  }
  return RealWeights(Sums(factor.solve(targets_)));
}

template class NormalEquations<double>;
template class NormalEquations<std::complex<double>>;

std::unique_ptr<Model> RidgeLearner::Fit(const TrainingSet& train) const {
  const RegressionTargets targets(kName, options_.target, train);
  LinearWeights weights;
  weights.labels = targets.labels();
  weights.weights = train.complex_features
                        ? Solve<std::complex<double>>(train, targets.values(), options_.lambda)
                        : Solve<double>(train, targets.values(), options_.lambda);
  weights.bias_weights = Eigen::RowVectorXd::Zero(weights.weights.cols());
  return std::make_unique<LinearModel>(kName, std::move(weights), FitReport());
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
  entry.summary = "ridge regression on real or complex features, w = (Z'Z + lambda n I)^-1 Z'y";
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
