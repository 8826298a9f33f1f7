#ifndef MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_
#define MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_CLASS_POSTERIOR_H_

#include <cstdint>
#include <memory>

#include "core/learners/learner.h"

namespace mercer {

/// Independent normal laws of the values of each row in each class, n × K.
struct ClassPosterior {
  Matrix means, variances;
};

/// A fitted Gaussian process for each class. Rows are of the class of the largest probability, of
/// several the first.
class PosteriorModel : public Model {
 public:
  const Vector& labels() const { return labels_; }  // ascending, K

  /// Of the rows of x (same columns as in training); the same for any number of threads. Throws
  /// InvalidInput that names the row where a value is not finite.
  virtual ClassPosterior Posterior(const Examples& x, int threads) const = 0;

  /// The means of the softmax of `draws` draws of the posterior, n × K. All rows have the same
  /// standard normal draws, class after class of each from stream (seed, kLearner, 0).
  /// O(n·K·draws).
  Matrix Probabilities(const ClassPosterior& posterior, int threads) const;

  /// The label of the largest probability of each row.
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
