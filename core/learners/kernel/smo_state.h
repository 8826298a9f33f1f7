#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_

#include <vector>

#include "core/learners/kernel/smo.h"
#include "core/learners/kernel/smo_passes.h"

namespace mercer {

/// What sequential minimal optimisation holds with and without an offset: the variables β, those
/// that take part, and their gradients Kβ − t in the layout of smo_passes.h. All begin at 0.
class SmoState {
 public:
  /// What is given must outlive this.
  SmoState(const SmoProblem& problem, RowCache& rows, const KernelValues& kernel_values);

 protected:
  Index n() const { return beta_.size(); }
  Index NumberAt(Index place) const { return active_[static_cast<std::size_t>(place)]; }
  Index active_count() const { return static_cast<Index>(active_.size()); }

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
  void TakeAllBack();

  /// The gap of the objectives that is due to the variables that take part, none of it negative:
  /// β g + ε |β| + U max(0, −g − ε) − L max(0, g − ε) with g = Kβ − t + offset.
  double ActiveGap(double offset) const;

  /// With all variables taking part: the solution, its objectives at the offset.
  SmoSolution Finish(double offset) const;

  const SmoProblem& problem_;
  RowCache& rows_;
  const KernelValues& kernel_values_;
  Vector beta_;
  std::vector<Index> active_;  // numbers of the variables not set aside
  SmoVariables v_;
  Index next_ = 0;  // the place that the next step begins with

 private:
  double UpOf(Index number) const;
  double DownOf(Index number) const;
  void Fill(const Vector& gradient);
  bool KeepPlaces(const std::vector<Index>& places);
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
