#ifndef MERCER_CORE_LEARNERS_KERNEL_SUPPORT_VECTOR_MODEL_H_
#define MERCER_CORE_LEARNERS_KERNEL_SUPPORT_VECTOR_MODEL_H_

#include <utility>
#include <vector>

#include "core/learners/kernel/kernel_scores.h"
#include "core/learners/learner.h"

namespace mercer {

/// A model with scores s_c(z) = Σ_i a_ic k(x_i, z) + b_c over support vectors x_i among the
/// training rows, accessible to code that stores the model in a form of its own. For classification
/// there is a score for each pair of classes, in the order of OneAgainstOne, and MostVotes gives
/// the label.
class SupportVectorModel : public Model {
 public:
  /// The coefficients a; vectors are numbers of training rows.
  const std::vector<KernelTerms>& terms() const { return terms_; }
  const Vector& offsets() const { return offsets_; }             // b
  const std::vector<double>& labels() const { return labels_; }  // empty for regression

 protected:
  SupportVectorModel(std::vector<KernelTerms> terms, Vector offsets, std::vector<double> labels)
      : terms_(std::move(terms)), offsets_(std::move(offsets)), labels_(std::move(labels)) {}

 private:
  std::vector<KernelTerms> terms_;
  Vector offsets_;
  std::vector<double> labels_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SUPPORT_VECTOR_MODEL_H_
