#include "core/learners/class_labels.h"

#include <set>
#include <utility>

#include "core/base/error.h"

namespace mercer {

Index CountLabels(const Vector& y) {
  return static_cast<Index>(std::set<double>(y.begin(), y.end()).size());
}

bool TooManyForClasses(Index num_labels, Index num_rows) {
  return num_labels > kFewClasses && num_rows < kRowsPerClass * num_labels;
}

BinaryProblems::BinaryProblems(const Vector& y) : y_(y) {
  const std::set<double> distinct(y.begin(), y.end());
  MERCER_CHECK(distinct.size() >= 2);
  labels_.resize(static_cast<Index>(distinct.size()));
  Index k = 0;
  for (const double label : distinct) labels_[k++] = label;
  if (k == 2) std::swap(labels_[0], labels_[1]);
}

std::vector<signed char> BinaryProblems::Signs(Index k) const {
  std::vector<signed char> signs(static_cast<std::size_t>(y_.size()));
  for (Index i = 0; i < y_.size(); ++i)
    signs[static_cast<std::size_t>(i)] = y_[i] == labels_[k] ? 1 : -1;
  return signs;
}

}  // namespace mercer
