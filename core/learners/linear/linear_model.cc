#include "core/learners/linear/linear_model.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

// Rows of scores held at a time.
constexpr Index kScoreRows = 1024;

}  // namespace

Matrix LinearWeights::Scores(const Examples& x, Index begin, Index count) const {
  MERCER_CHECK(x.cols() == weights.rows());
  Matrix scores(count, weights.cols());
  if (x.is_sparse()) {
    scores = x.sparse().middleRows(begin, count) * weights;
  } else {
    scores.noalias() = x.dense().middleRows(begin, count) * weights;
  }
  scores.rowwise() += bias * bias_weights;
  return scores;
}

double SumOfLosses(const LinearWeights& weights, const Examples& x, int threads,
                   const std::function<double(Index, Index, double)>& loss) {
  const Index n = x.rows();
  std::vector<double> losses(static_cast<std::size_t>((n + kScoreRows - 1) / kScoreRows));
  ParallelFor(n, kScoreRows, threads, [&](Index begin, Index end) {
    const Matrix scores = weights.Scores(x, begin, end - begin);
    double sum = 0;
    for (Index i = begin; i < end; ++i) {
      for (Index k = 0; k < scores.cols(); ++k) sum += loss(i, k, scores(i - begin, k));
    }
    losses[static_cast<std::size_t>(begin / kScoreRows)] = sum;
  });
  double total = 0;
  for (const double sum : losses) total += sum;
  return total;
}

double ScoreBytes(const ProblemSize& size) {
  const Index rows = std::min(kScoreRows, std::max(size.n, size.m));
  return 16 * static_cast<double>(rows) * size.binary_problems();
}

LinearModel::LinearModel(std::string learner, LinearWeights weights, FitReport report)
    : learner_(std::move(learner)), weights_(std::move(weights)) {
  report_ = std::move(report);
  CheckFitted(learner_, report_, weights_.weights.allFinite() && weights_.bias_weights.allFinite());
}

Vector LinearModel::Predict(const Examples& x, int threads) const {
  CheckFinite(learner_, x);
  Vector predicted(x.rows());
  ParallelFor(x.rows(), kScoreRows, threads, [&](Index begin, Index end) {
    const Matrix scores = weights_.Scores(x, begin, end - begin);
    for (Index i = begin; i < end; ++i) predicted[i] = Choose(scores.row(i - begin));
  });
  return predicted;
}

double LinearModel::Choose(const Eigen::Ref<const Eigen::RowVectorXd>& scores) const {
  const Vector& labels = weights_.labels;
  if (labels.size() == 0) return scores[0];
  if (labels.size() == 2 && scores.size() == 1) return scores[0] > 0 ? labels[0] : labels[1];
  Index best = 0;
  scores.maxCoeff(&best);
  return labels[best];
}

}  // namespace mercer
