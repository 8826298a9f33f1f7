#ifndef MERCER_CORE_LEARNERS_FACTOR_FACTOR_DESCENT_H_
#define MERCER_CORE_LEARNERS_FACTOR_FACTOR_DESCENT_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/learners/factor/factor_term.h"
#include "core/learners/learner.h"
#include "core/learners/loss.h"

namespace mercer {

struct FactorOptions {
  Loss loss = Loss::kSquaredHinge;
  double beta = 1;            // β > 0 of the penalty β Σ |λ_s| |p_s|²
  Index rank = 30;            // terms
  bool random_signs = false;  // λ_s = ±1 with equal probability instead of 1
  double tolerance = 1e-6;    // on the sum of the absolute steps in a pass over all p_sj
  Index max_passes = 10000;
  double initial_scale = 0.01;  // standard deviation of the initial Gaussian p_sj
  bool trace = false;           // the objective after each pass
};

struct FactorSolution {
  Matrix p{};       // rank × d
  Vector lambda{};  // rank
  Index passes = 0;
  bool converged = false;
  bool out_of_time = false;
  double objective = 0;  // Σ l(f(x_i), y_i) + β Σ |λ_s| |p_s|²
};

/// Called after each step; tests use it to check that the objective never rises.
using AfterStep = std::function<void(double objective)>;

/// min over P of Σ_i l(Σ_s λ_s t(p_s, x_i), y_i) + β Σ |λ_s| |p_s|² by coordinate descent (Blondel
/// et al. 2016; Atarashi et al. 2019, section 6): p_sj moves by
///
///   −(Σ l'(f_i, y_i) ∂f_i + 2 β |λ_s| p_sj) / (μ Σ (∂f_i)² + 2 β |λ_s|),   ∂f_i = λ_s ∂t/∂p_sj,
///
/// where μ is the largest curvature of the loss. For terms that are affine in each p_sj such a step
/// cannot raise the objective; for other terms it is halved until it does not. Stops at the
/// tolerance, after max_passes or after max_seconds (0: no limit). A pass costs O(rank ·
/// non-zeros).
FactorSolution DescendFactors(FactorTerm& term, const ColumnMatrix& x, const Vector& y,
                              const FactorOptions& options, std::uint64_t seed, double max_seconds,
                              const std::function<void(double)>& after_pass,
                              const AfterStep& after_step = {});

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_FACTOR_DESCENT_H_
