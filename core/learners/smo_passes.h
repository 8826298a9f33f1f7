#ifndef MERCER_CORE_LEARNERS_SMO_PASSES_H_
#define MERCER_CORE_LEARNERS_SMO_PASSES_H_

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

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_SMO_PASSES_H_
