#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_

#include "core/base/types.h"

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

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
