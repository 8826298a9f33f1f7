#ifndef MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_DIRICHLET_LABELS_H_
#define MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_DIRICHLET_LABELS_H_

#include <vector>

#include "core/base/types.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// Class labels as regression targets for each class (Milios et al. 2018, section 4). A row's
/// membership in a class, y = 1 or 0, becomes a Gamma variable of shape y + α, which on a
/// logarithmic scale is approximated by a Gaussian with
///
///   variance s² = log(1 + 1/(y + α)),   mean m = log(y + α) − s²/2.
///
/// A class has the prior mean log(share of the class) + c. The targets of its Gaussian process are
/// the means m less its prior mean, with one c for which they sum to 0 over all rows and classes.
/// Their variance over all rows and classes is the variance of the process (Wacker, Kanagawa &
/// Filippone 2024, section 6, and their program).
class DirichletLabels {
 public:
  /// y holds at least two distinct finite labels; alpha > 0.
  DirichletLabels(const Vector& y, double alpha);

  const Vector& labels() const { return labels_; }  // ascending
  Index classes() const { return labels_.size(); }

  /// The rows of class k, ascending.
  const std::vector<Index>& RowsOf(Index k) const { return rows_[static_cast<std::size_t>(k)]; }

  /// s² for rows in the class and for rows outside it; the latter is larger.
  double own_noise() const { return own_noise_; }
  double other_noise() const { return other_noise_; }

  /// Of each class.
  const Vector& prior_means() const { return prior_means_; }

  /// The targets for class k of rows in it and of rows outside it.
  double OwnTarget(Index k) const { return own_mean_ - prior_means_[k]; }
  double OtherTarget(Index k) const { return other_mean_ - prior_means_[k]; }

  /// Variance of all targets, with their number minus one as the divisor.
  double kernel_variance() const { return kernel_variance_; }

 private:
  Vector labels_;
  std::vector<std::vector<Index>> rows_;
  Vector prior_means_;
  double own_noise_ = 0, other_noise_ = 0, own_mean_ = 0, other_mean_ = 0, kernel_variance_ = 0;
};

/// The parameters "alpha" > 0 and "draws" ≥ 1 (class_posterior.h).
std::vector<ParamSpec> DirichletSpecs();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_GAUSSIAN_PROCESS_DIRICHLET_LABELS_H_
