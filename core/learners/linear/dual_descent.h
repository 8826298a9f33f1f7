#ifndef MERCER_CORE_LEARNERS_LINEAR_DUAL_DESCENT_H_
#define MERCER_CORE_LEARNERS_LINEAR_DUAL_DESCENT_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// n rows of d values in memory, `stride` apart. Real is double or float.
template <class Real>
struct DenseRows {
  const Real* data = nullptr;
  Index n = 0, d = 0, stride = 0;

  const Real* Row(Index i) const { return data + i * stride; }
};

/// The starting point of a descent that continues from rows other than its own: w starts at the
/// given value and moves by `scale` times Σ y_i Δα_i z_i, as in the local problems of CoCoA+ (Ma et
/// al. 2015), whose objective is 1/(2 scale) |w|² − Σ α_i.
struct DualStart {
  Vector w{};  // d values
  double bias_weight = 0;
  Vector alpha{};    // n values within their bounds
  double scale = 1;  // > 0
};

struct DualDescentOptions {
  int power = 2;     // of the hinge loss: 1 or 2
  double cost = 1;   // C > 0
  double eps = 0.1;  // > 0: stops when the largest violation of the optimality conditions is less
  /// If above 0, used in place of eps: the largest remaining (primal − dual)/|primal|. Measuring it
  /// takes up to two extra passes, after the first pass and then each time the number of passes has
  /// grown by a quarter. Not allowed with a start.
  double gap = 0;
  double bias = -1;  // ≥ 0: value of a last, regularised feature
  Index max_passes = 1000;
  std::uint64_t seed = 1;
  std::function<void(const Vector& w, double bias_weight)> after_pass{};  // may be empty
  const DualStart* start = nullptr;  // nullptr: w = 0, α = 0, scale 1
};

struct DualSolution {
  Vector w{};  // d values
  double bias_weight = 0;
  Vector alpha{};  // n values in [0, C], or ≥ 0 for power 2
  Index passes = 0;
  bool converged = false;
  /// Σ α_i − 1/2 |w|² − 1/(4C) Σ α_i² (the last for power 2): a lower bound on the primal
  /// objective, equal to it at the optimum. It has no meaning with a start.
  double dual_objective = 0;
};

/// min over w of 1/2 |w|² + C Σ max(0, 1 − y_i <w, z_i>)^power by coordinate descent in its dual
/// (Hsieh, Chang, Lin, Keerthi & Sundararajan 2008, Algorithm 3: rows in random order, with
/// shrinking of rows at their bounds). y_i = ±1 is the label of row i. Stops by the rule of
/// LIBLINEAR's solvers 3 and 1. With floats the steps are in float, and w is summed again in double
/// before shrunk rows come back and at the end. A pass costs O(n d).
template <class Real>
DualSolution DescendDual(const DenseRows<Real>& rows, const std::vector<signed char>& y,
                         const DualDescentOptions& options);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LINEAR_DUAL_DESCENT_H_
