#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_H_

#include <functional>
#include <span>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// min_β ½ βᵀKβ − tᵀβ + ε |β|₁ subject to Σ β = 0 and L ≤ β ≤ U, with L ≤ 0 ≤ U. The C-SVM with
/// labels t = ±1: β_i = y_i α_i in [0, C] or [−C, 0], ε = 0. The ε-SVR with values t: β_i = α_i −
/// α_i* in [−C, C] (Chang & Lin 2011, sections 2.1 and 2.3).
struct SmoProblem {
  Vector targets{};   // t, n values
  Vector lower{};     // L
  Vector upper{};     // U
  double tube = 0;    // ε ≥ 0
  Vector diagonal{};  // K_ii
};

struct SmoOptions {
  double eps = 0.001;  // > 0: the largest violation of the optimality conditions left
  /// In place of eps, where above 0: the largest (primal − dual)/|primal| left. Looked at every
  /// 1,000 iterations.
  double gap = 0;
  bool shrinking = true;
  Index max_iterations = 10'000'000;
  int threads = 1;  // ≥ 1; the solution is the same bits for any number
};

struct SmoSolution {
  Vector beta{};
  double offset = 0;            // b of f(x) = Σ β_i k(x_i, x) + b
  double dual_objective = 0;    // minus the objective: a lower bound on the best primal one
  double primal_objective = 0;  // ½ βᵀKβ + Σ losses at (β, b)
  Index iterations = 0;
  bool converged = false;
};

/// Kβ at the rows of the given numbers: to rebuild what was left out of the updates.
using KernelValues = std::function<Vector(const Vector& beta, std::span<const Index> numbers)>;

/// Sequential minimal optimisation with working sets of second order (Fan, Chen & Lin 2005) and the
/// stopping and shrinking rules of LIBSVM (Chang & Lin 2011, sections 4.1.2 and 5.1): the pair is
/// i = argmin g over β_i < U and j = argmax (g_j − g_i)²/(K_ii + K_jj − 2 K_ij) over β_j > L, g the
/// derivative of the objective in that direction; it ends where max g − min g ≤ eps. The gradient
/// is kept in double. An iteration is two passes over the variables that are not set aside.
SmoSolution SolveSmo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                     const KernelValues& kernel_values);

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

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_H_
