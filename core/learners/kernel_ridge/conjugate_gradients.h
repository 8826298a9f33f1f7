#ifndef MERCER_CORE_LEARNERS_KERNEL_RIDGE_CONJUGATE_GRADIENTS_H_
#define MERCER_CORE_LEARNERS_KERNEL_RIDGE_CONJUGATE_GRADIENTS_H_

#include <cstdint>
#include <string>

#include "core/kernels/kernel.h"
#include "core/learners/learner.h"

namespace mercer {

struct ConjugateGradientOptions {
  std::string learner;         // for messages
  double tolerance = 1e-6;     // |(K + μI)c − y| ≤ tolerance |y|, > 0
  Index rank = 1000;           // of the preconditioner, ≥ 0; more than n counts as n
  Index max_iterations = 500;  // ≥ 1; reaching it is a warning
  std::uint64_t seed = 1;
  int threads = 1;
  double max_seconds = 0;  // 0: no limit
  bool trace = false;      // the objective after each iteration
};

struct ConjugateGradientSolution {
  Matrix coefficients{};  // c, n × K
  double residual = 0;    // largest |(K + μI)c − y|/|y| over columns, K in doubles
  FitReport report{};
};

/// Solves (K + μI) c = y for K right-hand sides y (n × K) by preconditioned conjugate gradients
/// (Hestenes & Stiefel 1952) with products K p. Their kernel values are computed anew each time, in
/// blocks, for all right-hand sides at once, and never stored. The preconditioner is FFᵀ + μI with
/// F from RandomlyPivotedCholesky, inverted through the singular vectors of F (Díaz, Epperly,
/// Frangella, Tropp & Webber 2023, section 2). Kernel values are floats if their rounding errors
/// are harmless relative to μ; the residual is then computed in doubles, and the system is solved
/// again for the remainder until the residual is as small as required (iterative refinement). The
/// reported objective is Σ |Kc − y|² + μ cᵀKc; its dual, a lower bound, is μ cᵀ(2y − (K + μI)c).
/// The result is bit-identical for any number of threads. O(n² (d + K)) time per iteration after
/// O(n rank (d + rank)) for the preconditioner; 8 n (rank + 6 K) bytes plus the packed rows.
ConjugateGradientSolution SolveByConjugateGradients(const Kernel& kernel, const Examples& x,
                                                    double mu, const Matrix& y,
                                                    const ConjugateGradientOptions& options);

/// An upper bound on the bytes that it takes for n rows of d columns with `stored` values.
double ConjugateGradientBytes(double n, double d, double stored, double outputs, double rank);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_RIDGE_CONJUGATE_GRADIENTS_H_
