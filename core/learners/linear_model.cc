#include "core/learners/linear_model.h"

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

double HingeLoss(const LinearWeights& weights, const TrainingSet& train, int power) {
  const Index n = train.x.rows();
  std::vector<double> losses(static_cast<std::size_t>((n + kScoreRows - 1) / kScoreRows));
  ParallelFor(n, kScoreRows, train.threads, [&](Index begin, Index end) {
    const Matrix scores = weights.Scores(train.x, begin, end - begin);
    double loss = 0;
    for (Index i = begin; i < end; ++i) {
      for (Index k = 0; k < scores.cols(); ++k) {
        const double sign = train.y[i] == weights.labels[k] ? 1 : -1;
        const double hinge = std::max(0.0, 1 - sign * scores(i - begin, k));
        loss += power == 1 ? hinge : hinge * hinge;
      }
    }
    losses[static_cast<std::size_t>(begin / kScoreRows)] = loss;
  });
  double total = 0;
  for (const double loss : losses) total += loss;
  return total;
}

double ScoreBytes(Index n) { return 16.0 * static_cast<double>(std::min(kScoreRows, n)); }

LinearModel::LinearModel(std::string learner, LinearWeights weights, FitReport report)
    : learner_(std::move(learner)), weights_(std::move(weights)) {
  report_ = std::move(report);
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
