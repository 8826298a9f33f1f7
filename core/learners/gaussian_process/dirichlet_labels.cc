#include "core/learners/gaussian_process/dirichlet_labels.h"

#include <cmath>
#include <map>

#include "core/base/error.h"

namespace mercer {

DirichletLabels::DirichletLabels(const Vector& y, double alpha) {
  MERCER_CHECK(alpha > 0);
  std::map<double, std::vector<Index>> classes;
  for (Index i = 0; i < y.size(); ++i) classes[y[i]].push_back(i);
  MERCER_CHECK(classes.size() >= 2);
  const auto noise = [](double shape) { return std::log1p(1 / shape); };
  own_noise_ = noise(1 + alpha);
  other_noise_ = noise(alpha);
  own_mean_ = std::log(1 + alpha) - own_noise_ / 2;
  other_mean_ = std::log(alpha) - other_noise_ / 2;

  const auto n = static_cast<double>(y.size()), count = static_cast<double>(classes.size());
  labels_.resize(static_cast<Index>(classes.size()));
  prior_means_.resize(labels_.size());
  double sum = 0;
  for (auto& [label, rows] : classes) {
    const auto k = static_cast<Index>(rows_.size());
    const auto own = static_cast<double>(rows.size());
    labels_[k] = label;
    prior_means_[k] = std::log(own / n);
    sum += own * own_mean_ + (n - own) * other_mean_ - n * prior_means_[k];
    rows_.push_back(std::move(rows));
  }
  prior_means_.array() += sum / (n * count);
  double squares = 0;
  for (Index k = 0; k < this->classes(); ++k) {
    const auto own = static_cast<double>(RowsOf(k).size());
    squares += own * OwnTarget(k) * OwnTarget(k) + (n - own) * OtherTarget(k) * OtherTarget(k);
  }
  kernel_variance_ = squares / (n * count - 1);
}

std::vector<ParamSpec> DirichletSpecs() {
  return {
      {.name = "alpha",
       .kind = ParamKind::kNumber,
       .help = "added to the 0/1 label of each row and class; the shape of a Gamma distribution",
       .default_value = 1e-3,
       .min = 0,
       .open_min = true},
      {.name = "draws",
       .kind = ParamKind::kInteger,
       .help = "draws of the posterior; the probabilities of a row are the mean of their softmax",
       .default_value = 1000,
       .min = 1}};
}

}  // namespace mercer
