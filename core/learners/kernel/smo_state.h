#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_STATE_H_

#include <vector>

#include "core/base/types.h"
#include "core/learners/kernel/smo.h"

namespace mercer {

/// What the passes of SMO (smo.h) read and write of each variable, in its place among those not set
/// aside; sizes are multiples of kPassBlock, filled up with variables that cannot move.
struct SmoVariables {
  Vector gradient{};  // Kβ − t
  Vector up{};        // what increasing β_i adds to it: ±ε, or inf where β_i = U
  Vector down{};      // what decreasing it does: ±ε, or −inf where β_i = L
  Eigen::VectorXf diagonal{};
};

inline constexpr Index kPassBlock = 64;

/// K_ii + K_jj − 2 K_ij, and K_ii of a step in one variable, are taken as no less, as LIBSVM does:
/// what chooses a step and what takes it agree on it.
inline constexpr double kLeastCurvature = 1e-12;

/// The place of the smallest gradient + up, the first of equal ones in its block.
Index FindUp(const SmoVariables& variables);

/// gradient += step·(row_i − row_j), then FindUp.
Index UpdateAndFindUp(SmoVariables& variables, double step, const float* row_i, const float* row_j);

struct DownChoice {
  double largest = 0;  // of gradient + down
  Index at = -1;       // place of the largest gain, or of `largest` where no gain is above 0
};

/// The largest gradient + down, and the place of the largest gain
/// (gradient + down − smallest)²/(diagonal_i + diagonal − 2 row_i) where the difference is above 0.
/// Gains are compared in float.
DownChoice FindDown(const SmoVariables& variables, double smallest, float diagonal_i,
                    const float* row_i);

// Without an offset a variable may move alone; its up and down are 0 or ±inf.

/// The place of the largest gain v²/diagonal, where v is how far the gradient violates the
/// optimality conditions; of one that gains nothing where none does.
Index FindLargestGain(const SmoVariables& variables);

/// gradient += step_i·row_i + step_j·row_j, then FindLargestGain.
Index UpdateAndFindLargestGain(SmoVariables& variables, double step_i, const float* row_i,
                               double step_j, const float* row_j);

/// The place j of the variable that adds most to the gain of that at place i when both move to the
/// optimum of the two, (row_i·g_i − K_ii·g_j)²/(K_ii K_jj − row_i²), in a direction that j is free
/// to take; −1 where none adds anything.
Index FindPartner(const SmoVariables& variables, Index i, const float* row_i);

/// What sequential minimal optimisation holds with and without an offset: the variables β, those
/// that take part, and their gradients Kβ − t in the layout above. All begin at 0.
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
