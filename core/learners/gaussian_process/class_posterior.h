#ifndef MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_
#define MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_

#include <cstdint>
#include <memory>

#include "core/learners/gaussian_process/dirichlet_labels.h"
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

  /// The posterior for the rows of x (same columns as in training), prior means included. It is the
  /// same for any number of threads. Throws InvalidInput, naming the row, if a value is not finite.
  ClassPosterior Posterior(const Examples& x, int threads) const;

  /// Class probabilities, n × K: the mean of the softmax over `draws` draws from the posterior. All
  /// rows share the same standard normal draws, taken from stream (seed, kLearner, 0), class by
  /// class within each draw. O(n·K·draws).
  Matrix Probabilities(const ClassPosterior& posterior, int threads) const;

  /// The label with the largest probability for each row.
  Vector LabelsOf(const Matrix& probabilities) const;

  Vector Predict(const Examples& x, int threads) const override;

 protected:
  PosteriorModel(const DirichletLabels& labels, Index draws, std::uint64_t seed);

 private:
  /// The posterior of the processes of prior mean 0 that were fitted to the targets.
  virtual ClassPosterior CentredPosterior(const Examples& x, int threads) const = 0;

  Vector labels_;
  Vector prior_means_;
  Matrix noise_;  // draws × K
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_
