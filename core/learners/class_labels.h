#ifndef MERCER_CORE_LEARNERS_CLASS_LABELS_H_
#define MERCER_CORE_LEARNERS_CLASS_LABELS_H_

#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Different labels. O(n log K).
Index CountLabels(const Vector& y);

/// More labels than kFewClasses are classes where each has kRowsPerClass rows on average.
inline constexpr Index kFewClasses = 100;
inline constexpr Index kRowsPerClass = 10;

/// Whether so many different labels are the values of a regression: as classes each would have next
/// to no rows, and one machine for each pair of them would never end.
bool TooManyForClasses(Index num_labels, Index num_rows);

/// The binary problems of a classification by one against the rest: one for each class, or one
/// alone, of the larger label against the smaller, where there are two.
class BinaryProblems {
 public:
  /// y holds at least two distinct finite labels. Must outlive this.
  explicit BinaryProblems(const Vector& y);

  /// The classes: two with the larger first, else ascending. Score k speaks for label k.
  const Vector& labels() const { return labels_; }

  Index count() const { return labels_.size() == 2 ? 1 : labels_.size(); }

  /// ±1 for each row: whether it is of class k.
  std::vector<signed char> Signs(Index k) const;

 private:
  const Vector& y_;
  Vector labels_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_CLASS_LABELS_H_
