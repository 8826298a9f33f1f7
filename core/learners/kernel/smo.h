#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_H_

#include <functional>
#include <span>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// min_β ½ βᵀKβ − tᵀβ + ε |β|₁ subject to Σ β = 0 and L ≤ β ≤ U, with L ≤ 0 ≤ U. For the C-SVM with
/// labels t = ±1: β_i = y_i α_i in [0, C] or [−C, 0], ε = 0. For the ε-SVR with targets t: β_i =
/// α_i − α_i* in [−C, C] (Chang & Lin 2011, sections 2.1 and 2.3).
struct SmoProblem {
  Vector targets{};   // t, n values
  Vector lower{};     // L
  Vector upper{};     // U
  double tube = 0;    // ε ≥ 0
  Vector diagonal{};  // K_ii
};

struct SmoOptions {
  double eps = 0.001;  // > 0: the largest remaining violation of the optimality conditions
  /// If above 0, used in place of eps: the largest remaining (primal − dual)/|primal|, checked
  /// every 1,000 iterations.
  double gap = 0;
  bool shrinking = true;
  Index max_iterations = 10'000'000;
  int threads = 1;  // ≥ 1; the solution is bit-identical for any number
};

struct SmoSolution {
  Vector beta{};
  double offset = 0;            // b of f(x) = Σ β_i k(x_i, x) + b
  double dual_objective = 0;    // minus the objective: a lower bound on the least primal one
  double primal_objective = 0;  // ½ βᵀKβ + Σ losses at (β, b)
  Index iterations = 0;
  bool converged = false;
};

/// Kβ at the rows with the given numbers, to rebuild gradients that were not updated.
using KernelValues = std::function<Vector(const Vector& beta, std::span<const Index> numbers)>;

/// Sequential minimal optimisation with second order working set selection (Fan, Chen & Lin 2005)
/// and the stopping and shrinking rules of LIBSVM (Chang & Lin 2011, sections 4.1.2 and 5.1): the
/// pair is i = argmin g over β_i < U and j = argmax (g_j − g_i)²/(K_ii + K_jj − 2 K_ij) over β_j >
/// L, where g is the derivative of the objective in that direction; it stops when max g − min g ≤
/// eps. The gradient is kept in double. An iteration makes two passes over the variables that are
/// not shrunk.
SmoSolution SolveSmo(const SmoProblem& problem, const SmoOptions& options, RowCache& rows,
                     const KernelValues& kernel_values);

/// min_β ½ βᵀKβ − tᵀβ subject to L ≤ β ≤ U: the dual of the machine f(x) = Σ β_i k(x_i, x), whose
/// offset is 0, so that the constraint Σ β = 0 is dropped (Cotter et al. 2011, section 2). Classes
/// only: problem.tube must be 0.
///
/// Each step moves a pair of variables (Steinwart, Hush & Scovel 2011, section 3): i is the
/// variable with the largest gain g_i²/K_ii on its own, j the one with the largest joint gain, and
/// both move to the optimum within their box. Variables at their bounds are shrunk as in SolveSmo.
/// The gap between the primal and the dual objective is a sum over the variables, β_i g_i + U_i
/// max(0, −g_i) − L_i max(0, g_i), and is checked every 1,000 iterations. The offset of the
/// solution is 0. An iteration makes two passes over the variables that are not shrunk.
SmoSolution SolveSmoWithoutOffset(const SmoProblem& problem, const SmoOptions& options,
                                  RowCache& rows, const KernelValues& kernel_values);

/// The changes of two variables.
struct PairStep {
  double first = 0, second = 0;
};

/// The subproblem of a pair: the bounds of its changes, the gradients g and the entries of K.
struct PairProblem {
  double gradient_first = 0, gradient_second = 0;
  double diagonal_first = 0, diagonal_second = 0, product = 0;  // K_ii, K_jj, K_ij
  PairStep lower{}, upper{};                                    // lower ≤ 0 ≤ upper
};

/// The change that minimises g·Δ + ½ ΔᵀKΔ within the bounds.
PairStep BestPairStep(const PairProblem& pair);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_H_
