#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_

#include <cstdint>
#include <span>

#include "core/base/types.h"
#include "core/linalg/simd.h"

namespace mercer {

/// The data of each variable that the passes of SMO (smo.h) read and write, at the variable's place
/// among those not shrunk. Sizes are multiples of kPassBlock, padded with variables that cannot
/// move.
struct SmoVariables {
  Vector gradient{};  // Kβ − t
  Vector up{};        // what increasing β_i adds to the gradient: ±ε, or inf if β_i = U
  Vector down{};      // what decreasing β_i adds to it: ±ε, or −inf if β_i = L
  Eigen::VectorXf diagonal{};
};

inline constexpr Index kPassBlock = 64;

/// Lower limit for K_ii + K_jj − 2 K_ij, and for K_ii in a step of one variable, as in LIBSVM. The
/// code that chooses a step and the code that takes it use the same limit.
inline constexpr double kLeastCurvature = 1e-12;

// A pass goes over places [begin, end), both multiples of kPassBlock, and leaves the candidates of
// each lane. The choice from the candidates of consecutive ranges is that of a single pass over all
// of them, whatever the ranges are. Several threads with one range each therefore make the same
// choice as a single thread.

/// The places that a pass visits.
struct PassRange {
  Index begin = 0, end = 0;
};

/// For each lane, the best value in a range and where it is: a block or a place.
struct PassCandidates {
  Simd<double, 64>::Values value{};
  Simd<std::int64_t, 64>::Values at{};
};

/// Finds the smallest gradient + up.
void FindUp(const SmoVariables& variables, PassRange range, PassCandidates* found);

/// gradient += step·(row_i − row_j), then FindUp.
void UpdateAndFindUp(SmoVariables& variables, PassRange range, double step, const float* row_i,
                     const float* row_j, PassCandidates* found);

/// The place of the smallest gradient + up, the first in its block if there is a tie.
Index ChooseUp(const SmoVariables& variables, std::span<const PassCandidates> found);

struct DownCandidates {
  Simd<double, 64>::Values largest{};      // gradient + down
  Simd<float, 32>::Values gain{};          // the largest
  Simd<std::int32_t, 32>::Values block{};  // with that gain
};

struct DownChoice {
  double largest = 0;  // of gradient + down
  Index at = -1;       // place of the largest gain, or of `largest` if no gain is above 0
};

/// Finds the largest gradient + down and the largest gain (gradient + down − smallest)²/(diagonal_i
/// + diagonal − 2 row_i) among variables for which the difference is above 0. Gains are compared in
/// float.
void FindDown(const SmoVariables& variables, PassRange range, double smallest, float diagonal_i,
              const float* row_i, DownCandidates* found);

/// Throws InvalidInput if a gradient is not finite.
DownChoice ChooseDown(const SmoVariables& variables, double smallest, float diagonal_i,
                      const float* row_i, std::span<const DownCandidates> found);

// Passes for the problem without an offset. A variable may move alone there; its up and down are 0
// or ±inf.

/// Finds the largest gain v²/diagonal, where v is the amount by which the gradient violates the
/// optimality conditions.
void FindLargestGain(const SmoVariables& variables, PassRange range, PassCandidates* found);

/// gradient += step_i·row_i + step_j·row_j, then FindLargestGain.
void UpdateAndFindLargestGain(SmoVariables& variables, PassRange range, double step_i,
                              const float* row_i, double step_j, const float* row_j,
                              PassCandidates* found);

/// Finds the variable that adds most to the gain of the variable at place i when both move to their
/// joint optimum, (row_i·g_i − K_ii·g_j)²/(K_ii K_jj − row_i²), in a direction in which it is free
/// to move.
void FindPartner(const SmoVariables& variables, PassRange range, Index i, const float* row_i,
                 PassCandidates* found);

/// The place of the largest value found, −1 if none is above 0.
Index ChooseLargest(std::span<const PassCandidates> found);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_PASSES_H_
