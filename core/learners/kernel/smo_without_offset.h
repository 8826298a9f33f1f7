#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_WITHOUT_OFFSET_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_WITHOUT_OFFSET_H_

#include "core/learners/kernel/smo.h"

namespace mercer {

/// min_β ½ βᵀKβ − tᵀβ subject to L ≤ β ≤ U: the dual of the machine f(x) = Σ β_i k(x_i, x), whose
/// offset is 0, so that Σ β = 0 is not asked for (Cotter et al. 2011, section 2). Classes only:
/// problem.tube must be 0.
///
/// Pairs of variables (Steinwart, Hush & Scovel 2011, section 3): i has the largest gain
/// g_i²/K_ii of one variable, j the largest gain of both together, which move to the optimum within
/// their box. Variables at their bounds are set aside as in smo.h. The gap of the primal and the
/// dual objective is a sum over the variables, β_i g_i + U_i max(0, −g_i) − L_i max(0, g_i), and is
/// looked at every 1,000 iterations. The solution's offset is 0. An iteration is two passes over
/// the variables that are not set aside.
SmoSolution SolveSmoWithoutOffset(const SmoProblem& problem, const SmoOptions& options,
                                  RowCache& rows, const KernelValues& kernel_values);

/// A change of two variables.
struct PairStep {
  double first = 0, second = 0;
};

/// What a pair may do: bounds of its changes, gradients g and the entries of K.
struct PairProblem {
  double gradient_first = 0, gradient_second = 0;
  double diagonal_first = 0, diagonal_second = 0, product = 0;  // K_ii, K_jj, K_ij
  PairStep lower{}, upper{};                                    // lower ≤ 0 ≤ upper
};

/// The change that minimises g·Δ + ½ ΔᵀKΔ within the bounds.
PairStep BestPairStep(const PairProblem& pair);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_WITHOUT_OFFSET_H_
