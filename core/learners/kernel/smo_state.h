#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_

#include <functional>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/types.h"
#include "core/learners/kernel/smo.h"
#include "core/learners/kernel/smo_passes.h"

namespace mercer {

/// The state of sequential minimal optimisation, with or without an offset: the variables β, the
/// active ones among them, and their gradients Kβ − t in the layout of the passes. All β start at
/// 0.
class SmoState {
 public:
  /// `problem`, `rows` and `kernel_values` must outlive this object. Rows and passes over many
  /// variables are shared among the threads; results are bit-identical for any number of threads.
  SmoState(const SmoProblem& problem, RowCache& rows, const KernelValues& kernel_values,
           int threads);

 protected:
  Index n() const { return beta_.size(); }
  Index NumberAt(Index place) const { return active_[static_cast<std::size_t>(place)]; }
  Index active_count() const { return static_cast<Index>(active_.size()); }

  // The choices of smo_passes.h over all places. Missing parts of a row are computed during the
  // first pass that reads them, and are available afterwards.

  Index Up() const;
  DownChoice Down(Index up, const RowCache::Row& row_i);
  Index UpdateAndChooseUp(double step, const RowCache::Row& row_i, const RowCache::Row& row_j);
  Index LargestGain() const;
  Index UpdateAndChooseLargestGain(const PairStep& step, const RowCache::Row& row_i,
                                   const RowCache::Row& row_j);
  Index Partner(Index place, const RowCache::Row& row_i);

  /// Adds step to the β at the place; β is exactly at its bound if the step reaches it.
  void Move(Index place, double step);

  /// Sets `up` and `down` at the place from β and its bounds.
  void SetSides(Index place);

  /// Shrinks away the variables for whose place keep is false, if they are a good part of all:
  /// repacking the rest is not worth it for fewer. Returns whether it did.
  template <class Keep>
  bool KeepWhere(const Keep& keep) {
    std::vector<Index> places;
    for (Index p = 0; p < active_count(); ++p)
      if (keep(p)) places.push_back(p);
    return KeepPlaces(places);
  }

  /// Makes all variables active again and rebuilds the gradients of those that were not.
  void Unshrink();

  /// The part of the gap between the objectives that is due to the active variables; every term is
  /// nonnegative: β g + ε |β| + U max(0, −g − ε) − L max(0, g − ε) with g = Kβ − t + offset.
  double ActiveGap(double offset) const;

  /// The solution with its objectives at the given offset. All variables must be active.
  SmoSolution Finish(double offset) const;

  const SmoProblem& problem_;
  RowCache& rows_;
  const KernelValues& kernel_values_;
  Vector beta_;
  std::vector<Index> active_;  // numbers of the active variables, which shrinking has kept
  SmoVariables v_;
  Index next_ = 0;  // the place with which the next step begins

 private:
  double UpOf(Index number) const;
  double DownOf(Index number) const;
  void Fill(const Vector& gradient);
  void Divide();
  bool KeepPlaces(const std::vector<Index>& places);

  /// Calls body(k) for each range k, on the threads.
  template <class Body>
  void ForRanges(const Body& body) {
    if (ranges_.size() == 1) return body(0);
    const std::function<void(int)> call = [&](int k) { body(static_cast<std::size_t>(k)); };
    team_.Run(static_cast<int>(ranges_.size()), call);
  }

  /// Computes the missing part of the row in range k.
  void FillRow(const RowCache::Row& row, std::size_t k) {
    rows_.Fill(row, ranges_[k].begin, ranges_[k].end, scratch_[k]);
  }

  ThreadTeam team_;
  std::vector<PassRange> ranges_{};
  std::vector<KernelRows::Scratch> scratch_{};  // one for each range
  std::vector<PassCandidates> candidates_{};
  std::vector<DownCandidates> down_candidates_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
