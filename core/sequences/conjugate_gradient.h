#ifndef MERCER_CORE_SEQUENCES_CONJUGATE_GRADIENT_H_
#define MERCER_CORE_SEQUENCES_CONJUGATE_GRADIENT_H_

#include <functional>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The weight β of the last direction d in the next one, −g⁺ + β d, for gradients g before and g⁺
/// after a step, y = g⁺ − g (Nocedal & Wright 2006, section 5.2):
///   Fletcher-Reeves   |g⁺|²/|g|²
///   Polak-Ribière     max(0, <g⁺, y>/|g|²)
///   Hestenes-Stiefel  max(0, <g⁺, y>/<d, y>)
enum class ConjugateFormula { kFletcherReeves, kPolakRibiere, kHestenesStiefel };

/// "fletcher_reeves", "polak_ribiere", "hestenes_stiefel", in the order of the enumeration.
const std::vector<std::string>& ConjugateFormulaNames();

/// The value named `name`; aborts for an unknown name.
ConjugateFormula ConjugateFormulaNamed(const std::string& name);

/// β of one formula; all three matrices have one shape. 0 where its denominator is 0.
double ConjugateWeight(ConjugateFormula formula, const Matrix& gradient_before,
                       const Matrix& gradient, const Matrix& direction);

/// c1 of the strong Wolfe conditions.
inline constexpr double kSufficientDecrease = 1e-4;

struct ConjugateOptions {
  ConjugateFormula formula = ConjugateFormula::kFletcherReeves;
  double curvature = 0.01;  // c2 of the strong Wolfe conditions, in (c1, 1)
  int doublings = 10;       // of the first trial step, at most; at least 1
};

/// A step of length t along a direction in which the function falls. It meets the strong Wolfe
/// conditions f(t) ≤ f(0) + c1 t f'(0) and |f'(t)| ≤ c2 |f'(0)|. If it is `longest`, the step after
/// the last doubling, it need only meet the first of them.
struct ConjugateStep {
  double length;
  double value_before, slope_before;
  double value, slope;
  bool longest;
};

struct ConjugateResult {
  Matrix x{};
  double start_value = 0;
  std::vector<ConjugateStep> steps{};
};

/// Value of a function at x; writes its gradient, of the shape of x.
using DifferentiableFunction = std::function<double(const Matrix& x, Matrix& gradient)>;

/// Non-linear conjugate gradients from `start`, with a line search for the strong Wolfe conditions
/// (Nocedal & Wright 2006, algorithms 3.5 and 3.6, cubic interpolation). The first trial step is
/// min(1, 2.02 Δ/f'(0)) for the last change Δ of f (their equation 3.60; |g| stands for 2 |Δ|
/// before the first step) and doubles until a point that meets the conditions is bracketed; after
/// `doublings` doublings it is taken as it is, where it falls. Where a direction is none of
/// descent, or no step along it is found, it goes on along −g; it ends after `iterations` steps, or
/// where rounding leaves no step along −g. Deterministic.
ConjugateResult MinimiseByConjugateGradients(const DifferentiableFunction& function, Matrix start,
                                             Index iterations,
                                             const ConjugateOptions& options = {});

}  // namespace mercer

#endif  // MERCER_CORE_SEQUENCES_CONJUGATE_GRADIENT_H_
