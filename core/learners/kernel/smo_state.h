#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_

#include <functional>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/types.h"
#include "core/learners/kernel/smo.h"
#include "core/learners/kernel/smo_passes.h"

namespace mercer {

/// What sequential minimal optimisation holds with and without an offset: the variables β, those
/// that take part, and their gradients Kβ − t in the layout of the passes. All begin at 0.
class SmoState {
 public:
  /// Problem, rows and kernel_values must outlive this. Rows and passes over many variables are
  /// shared among the threads: the same bits for any number of them.
  SmoState(const SmoProblem& problem, RowCache& rows, const KernelValues& kernel_values,
           int threads);

 protected:
  Index n() const { return beta_.size(); }
  Index NumberAt(Index place) const { return active_[static_cast<std::size_t>(place)]; }
  Index active_count() const { return static_cast<Index>(active_.size()); }

  // The choices of smo_passes.h over all places. What is missing of a row is computed with the pass
  // that reads it first, and is there afterwards.

  Index Up() const;
  DownChoice Down(Index up, const RowCache::Row& row_i);
  Index UpdateAndChooseUp(double step, const RowCache::Row& row_i, const RowCache::Row& row_j);
  Index LargestGain() const;
  Index UpdateAndChooseLargestGain(const PairStep& step, const RowCache::Row& row_i,
                                   const RowCache::Row& row_j);
  Index Partner(Index place, const RowCache::Row& row_i);

  /// β += step at the place, exactly its bound where the step reaches it.
  void Move(Index place, double step);

  /// What a bound does to the derivative in either direction, from β.
  void SetSides(Index place);

  /// Leaves out the variables at whose place keep is false, if they are a good part: packing the
  /// rest again is not worth it for fewer. Whether it did.
  template <class Keep>
  bool KeepWhere(const Keep& keep) {
    std::vector<Index> places;
    for (Index p = 0; p < active_count(); ++p)
      if (keep(p)) places.push_back(p);
    return KeepPlaces(places);
  }

  /// All variables take part again, the gradients of those left out rebuilt.
  void Unshrink();

  /// The gap of the objectives that is due to the variables that take part, none of it negative:
  /// β g + ε |β| + U max(0, −g − ε) − L max(0, g − ε) with g = Kβ − t + offset.
  double ActiveGap(double offset) const;

  /// With all variables taking part: the solution, its objectives at the offset.
  SmoSolution Finish(double offset) const;

  const SmoProblem& problem_;
  RowCache& rows_;
  const KernelValues& kernel_values_;
  Vector beta_;
  std::vector<Index> active_;  // numbers of the variables that shrinking has not left out
  SmoVariables v_;
  Index next_ = 0;  // the place that the next step begins with

 private:
  double UpOf(Index number) const;
  double DownOf(Index number) const;
  void Fill(const Vector& gradient);
  void Divide();
  bool KeepPlaces(const std::vector<Index>& places);

  /// Calls body(k) for each of the ranges, by the threads.
  template <class Body>
  void ForRanges(const Body& body) {
    if (ranges_.size() == 1) return body(0);
    const std::function<void(int)> call = [&](int k) { body(static_cast<std::size_t>(k)); };
    team_.Run(static_cast<int>(ranges_.size()), call);
  }

  /// Computes what is missing of the row in range k.
  void FillRow(const RowCache::Row& row, std::size_t k) {
    rows_.Fill(row, ranges_[k].begin, ranges_[k].end, scratch_[k]);
  }

  ThreadTeam team_;
  std::vector<PassRange> ranges_{};
  std::vector<KernelRows::Scratch> scratch_{};  // of a range each
  std::vector<PassCandidates> candidates_{};
  std::vector<DownCandidates> down_candidates_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
