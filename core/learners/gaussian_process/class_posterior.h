#ifndef MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_
#define MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_

#include <cstdint>
#include <memory>

#include "core/learners/learner.h"

namespace mercer {

/// Independent normal distributions of the latent value of each row for each class: means and
/// variances, n × K each.
struct ClassPosterior {
  Matrix means, variances;
};

/// A model with a fitted Gaussian process for each class. It predicts the class with the largest
/// probability, the first one if there is a tie.
class PosteriorModel : public Model {
 public:
  const Vector& labels() const { return labels_; }  // ascending, K

  /// The posterior for the rows of x (same columns as in training). It is the same for any number
  /// of threads. Throws InvalidInput, naming the row, if a value is not finite.
  virtual ClassPosterior Posterior(const Examples& x, int threads) const = 0;

  /// Class probabilities, n × K: the mean of the softmax over `draws` draws from the posterior. All
  /// rows share the same standard normal draws, taken from stream (seed, kLearner, 0), class by
  /// class within each draw. O(n·K·draws).
  Matrix Probabilities(const ClassPosterior& posterior, int threads) const;

  /// The label with the largest probability for each row.
  Vector LabelsOf(const Matrix& probabilities) const;

  Vector Predict(const Examples& x, int threads) const override;

 protected:
  PosteriorModel(Vector labels, Index draws, std::uint64_t seed);

 private:
  Vector labels_;
  Matrix noise_;  // draws × K
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_
