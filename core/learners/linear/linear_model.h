#ifndef MERCER_CORE_LEARNERS_LINEAR_LINEAR_MODEL_H_
#define MERCER_CORE_LEARNERS_LINEAR_LINEAR_MODEL_H_

#include <functional>
#include <string>

#include "core/learners/learner.h"

namespace mercer {

/// Scores s_k(z) = <w_k, z> + bias·b_k of rows z, k = 1 … K. The bias feature is regularised like
/// the others.
struct LinearWeights {
  Matrix weights{};                   // d × K
  Eigen::RowVectorXd bias_weights{};  // b, K values; 0 without bias
  double bias = 0;                    // value of the last feature of every row
  Vector labels{};                    // one for each class, or empty for values

  double SquaredNorm() const { return weights.squaredNorm() + bias_weights.squaredNorm(); }
  double OneNorm() const { return weights.lpNorm<1>() + bias_weights.lpNorm<1>(); }

  /// Scores s(z) of rows [begin, begin + count) of x (n × d), count × K.
  Matrix Scores(const Examples& x, Index begin, Index count) const;
};

/// Σ loss(i, k, s_k(z_i)) over the rows of x and the K scores of each, in blocks of rows. O(n d K).
double SumOfLosses(const LinearWeights& weights, const Examples& x, int threads,
                   const std::function<double(Index i, Index k, double score)>& loss);

/// Bytes that the scores of a block of rows take.
double ScoreBytes(const ProblemSize& size);

/// A fitted linear machine. Predicts the label with the largest score, the first one if there is a
/// tie. With two labels and one score, it predicts the first label if the score is above 0 and the
/// second otherwise. Without labels it predicts the score itself.
class LinearModel : public Model {
 public:
  /// Error messages begin with `learner`. Throws InvalidInput if a weight or an objective is not
  /// finite.
  LinearModel(std::string learner, LinearWeights weights, FitReport report);

  Vector Predict(const Examples& x, int threads) const override;

  const LinearWeights& weights() const { return weights_; }

 private:
  double Choose(const Eigen::Ref<const Eigen::RowVectorXd>& scores) const;

  std::string learner_;
  LinearWeights weights_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_LINEAR_MODEL_H_
