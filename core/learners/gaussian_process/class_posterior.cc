#include "core/learners/gaussian_process/class_posterior.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/linalg/memory.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr Index kRows = 64;

}  // namespace

PosteriorModel::PosteriorModel(const DirichletLabels& labels, Index draws, std::uint64_t seed)
    : labels_(labels.labels()),
      prior_means_(labels.prior_means()),
      noise_(NewMatrix("the matrix of the posterior's draws", draws, labels_.size())) {
  RandomStream stream(seed, StreamPurpose::kLearner, 0);
  for (Index i = 0; i < noise_.size(); ++i) noise_.data()[i] = stream.Gaussian();
}

ClassPosterior PosteriorModel::Posterior(const Examples& x, int threads) const {
  ClassPosterior posterior = CentredPosterior(x, threads);
  posterior.means.rowwise() += prior_means_.transpose();
  return posterior;
}

Matrix PosteriorModel::Probabilities(const ClassPosterior& posterior, int threads) const {
  const Index n = posterior.means.rows(), classes = labels_.size(), draws = noise_.rows();
  MERCER_CHECK(posterior.means.cols() == classes && posterior.variances.cols() == classes);
  Matrix probabilities(n, classes);
  ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
    Eigen::ArrayXXd values(draws, classes);  // a column for each class
    for (Index i = begin; i < end; ++i) {
      for (Index k = 0; k < classes; ++k) {
        values.col(k) =
            posterior.means(i, k) + std::sqrt(posterior.variances(i, k)) * noise_.col(k).array();
      }
      const Eigen::ArrayXd largest = values.rowwise().maxCoeff();
      values.colwise() -= largest;
      VectorExp(values.data(), values.size());
      const Eigen::ArrayXd sums = values.rowwise().sum();
      probabilities.row(i) = (values.colwise() / sums).colwise().mean();
    }
  });
  return probabilities;
}

Vector PosteriorModel::LabelsOf(const Matrix& probabilities) const {
  Vector predicted(probabilities.rows());
  for (Index i = 0; i < predicted.size(); ++i) {
    Index best = 0;
    probabilities.row(i).maxCoeff(&best);
    predicted[i] = labels_[best];
  }
  return predicted;
}

Vector PosteriorModel::Predict(const Examples& x, int threads) const {
  return LabelsOf(Probabilities(Posterior(x, threads), threads));
}

}  // namespace mercer
