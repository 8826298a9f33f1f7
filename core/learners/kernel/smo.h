#ifndef MERCER_CORE_LEARNERS_KERNEL_SMO_H_
#define MERCER_CORE_LEARNERS_KERNEL_SMO_H_

#include <functional>
#include <span>

#include "core/learners/kernel/row_cache.h"

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

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_SMO_H_
