#ifndef MERCER_CORE_LEARNERS_ONE_AGAINST_ONE_H_
#define MERCER_CORE_LEARNERS_ONE_AGAINST_ONE_H_

#include <vector>

#include "core/base/types.h"

namespace mercer {

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

#endif  // MERCER_CORE_LEARNERS_ONE_AGAINST_ONE_H_
