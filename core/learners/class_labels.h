#ifndef MERCER_CORE_LEARNERS_CLASS_LABELS_H_
#define MERCER_CORE_LEARNERS_CLASS_LABELS_H_

#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The number K of distinct labels. O(n log K).
Index CountLabels(const Vector& y);

/// More than kFewClasses distinct labels are accepted as classes only if each has at least
/// kFewestRowsPerClass rows on average. There is a warning if each has fewer than kRowsPerClass.
inline constexpr Index kFewClasses = 100;
inline constexpr Index kFewestRowsPerClass = 3;
inline constexpr Index kRowsPerClass = 10;

/// Whether there are so many distinct labels that they must be regression values: as classes, each
/// would have next to no rows, and training one machine for each pair of them would never finish.
bool TooManyForClasses(Index num_labels, Index num_rows);

/// The warning "104 classes have 6.7 training rows each on average, …" if there are so many classes
/// with so few rows that the labels may be regression values; "" otherwise.
std::string ManyClassesWarning(Index num_labels, Index num_rows);

/// The binary problems of one-against-the-rest classification: one for each class or, with two
/// classes, a single problem of the larger label against the smaller.
class BinaryProblems {
 public:
  /// y holds at least two distinct finite labels and must outlive this object.
  explicit BinaryProblems(const Vector& y);

  /// The class labels: the larger first if there are two, ascending otherwise. Score k is the score
  /// for label k.
  const Vector& labels() const { return labels_; }

  Index count() const { return labels_.size() == 2 ? 1 : labels_.size(); }

  /// For each row, 1 if it belongs to class k and −1 otherwise.
  std::vector<signed char> Signs(Index k) const;

 private:
  const Vector& y_;
  Vector labels_;
};

/// The binary problems of one-against-one classification, in LIBSVM's order. Classes are in the
/// order in which they first appear, except that 1 comes before −1 if these are the only two.
/// Problem (a, b), a < b, separates class a (+1) from class b (−1); problems are in lexicographic
/// order.
class OneAgainstOne {
 public:
  /// y holds at least two distinct finite labels.
  explicit OneAgainstOne(const Vector& y);

  const std::vector<double>& labels() const { return labels_; }

  struct Pair {
    std::size_t first = 0, second = 0;  // positions in labels()
  };
  const std::vector<Pair>& pairs() const { return pairs_; }

  /// The rows of class labels()[place], ascending.
  std::vector<Index> RowsOf(std::size_t place) const;

  /// The rows of both classes of the pair, ascending.
  std::vector<Index> Rows(const Pair& pair) const;

  /// For each of `rows`, 1 if it belongs to the first class of the pair and −1 otherwise.
  Vector Signs(const Pair& pair, const std::vector<Index>& rows) const;

 private:
  std::vector<double> labels_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> class_of_;  // of each row
};

/// The label with the most votes, the first one if there is a tie. The score of pair (a, b) votes
/// for a if it is above 0, and for b otherwise. There are K(K−1)/2 scores for K labels.
double MostVotes(const std::vector<double>& labels, const Vector& scores);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_CLASS_LABELS_H_
