#ifndef MERCER_CORE_LEARNERS_CLASS_LABELS_H_
#define MERCER_CORE_LEARNERS_CLASS_LABELS_H_

#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Different labels. O(n log K).
Index CountLabels(const Vector& y);

/// More labels than kFewClasses are classes where each has kFewestRowsPerClass rows on average, and
/// worth a warning where each has fewer than kRowsPerClass.
inline constexpr Index kFewClasses = 100;
inline constexpr Index kFewestRowsPerClass = 3;
inline constexpr Index kRowsPerClass = 10;

/// Whether so many different labels are the values of a regression: as classes each would have next
/// to no rows, and one machine for each pair of them would never end.
bool TooManyForClasses(Index num_labels, Index num_rows);

/// "104 classes have 6.7 training rows each on average, …" where so many classes have so few rows
/// that they may be the values of a regression; else "".
std::string ManyClassesWarning(Index num_labels, Index num_rows);

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

/// The binary problems of a classification by one against one, in LIBSVM's order: classes in the
/// order in which they first appear, but 1 before −1 where these are all; problem (a, b), a < b, of
/// class a (+1) against class b (−1), in lexicographic order.
class OneAgainstOne {
 public:
  /// y holds at least two distinct finite labels.
  explicit OneAgainstOne(const Vector& y);

  const std::vector<double>& labels() const { return labels_; }

  struct Pair {
    std::size_t first = 0, second = 0;  // places in labels()
  };
  const std::vector<Pair>& pairs() const { return pairs_; }

  /// Rows of a class, ascending.
  std::vector<Index> RowsOf(std::size_t place) const;

  /// Rows of either class of the pair, ascending.
  std::vector<Index> Rows(const Pair& pair) const;

  /// ±1 for each of the rows.
  Vector Signs(const Pair& pair, const std::vector<Index>& rows) const;

 private:
  std::vector<double> labels_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> class_of_;  // of each row
};

/// The label that most scores vote for, the first of equal ones: the score of pair (a, b) for a
/// where it is above 0, else for b; K(K−1)/2 scores for K labels.
double MostVotes(const std::vector<double>& labels, const Vector& scores);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_CLASS_LABELS_H_
