#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_

#include <cstdint>
#include <span>

#include "core/base/types.h"
#include "core/linalg/simd.h"

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

// A pass goes over places [begin, end), multiples of kPassBlock, and leaves the candidates of each
// lane. The choice from the candidates of consecutive ranges is that of one pass over all of them,
// whatever the ranges are; so several threads, with a range each, choose what one chooses.

/// Places of a pass.
struct PassRange {
  Index begin = 0, end = 0;
};

/// Lane by lane the best value of a range, and where it is: a block or a place.
struct PassCandidates {
  Simd<double, 64>::Values value{};
  Simd<std::int64_t, 64>::Values at{};
};

/// For the smallest gradient + up.
void FindUp(const SmoVariables& variables, PassRange range, PassCandidates* found);

/// gradient += step·(row_i − row_j), then FindUp.
void UpdateAndFindUp(SmoVariables& variables, PassRange range, double step, const float* row_i,
                     const float* row_j, PassCandidates* found);

/// The place of the smallest gradient + up, the first of equal ones in its block.
Index ChooseUp(const SmoVariables& variables, std::span<const PassCandidates> found);

struct DownCandidates {
  Simd<double, 64>::Values largest{};      // gradient + down
  Simd<float, 32>::Values gain{};          // the largest
  Simd<std::int32_t, 32>::Values block{};  // with that gain
};

struct DownChoice {
  double largest = 0;  // of gradient + down
  Index at = -1;       // place of the largest gain, or of `largest` where no gain is above 0
};

/// For the largest gradient + down, and for the largest gain
/// (gradient + down − smallest)²/(diagonal_i + diagonal − 2 row_i) where the difference is above 0.
/// Gains are compared in float.
void FindDown(const SmoVariables& variables, PassRange range, double smallest, float diagonal_i,
              const float* row_i, DownCandidates* found);

/// Throws InvalidInput where a gradient is not finite.
DownChoice ChooseDown(const SmoVariables& variables, double smallest, float diagonal_i,
                      const float* row_i, std::span<const DownCandidates> found);

// Without an offset a variable may move alone; its up and down are 0 or ±inf.

/// For the largest gain v²/diagonal, where v is how far the gradient violates the optimality
/// conditions.
void FindLargestGain(const SmoVariables& variables, PassRange range, PassCandidates* found);

/// gradient += step_i·row_i + step_j·row_j, then FindLargestGain.
void UpdateAndFindLargestGain(SmoVariables& variables, PassRange range, double step_i,
                              const float* row_i, double step_j, const float* row_j,
                              PassCandidates* found);

/// For the variable that adds most to the gain of that at place i when both move to the optimum of
/// the two, (row_i·g_i − K_ii·g_j)²/(K_ii K_jj − row_i²), in a direction that it is free to take.
void FindPartner(const SmoVariables& variables, PassRange range, Index i, const float* row_i,
                 PassCandidates* found);

/// The place of the largest value found, −1 where none is above 0.
Index ChooseLargest(std::span<const PassCandidates> found);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
