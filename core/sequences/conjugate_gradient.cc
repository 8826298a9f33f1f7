// Non-linear conjugate gradients with a line search for the strong Wolfe conditions (Nocedal &
// Wright 2006, algorithms 3.5 and 3.6).

#include "core/sequences/conjugate_gradient.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr int kTrials = 40;  // evaluations of one line search beyond the doublings, at most

double Dot(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

// A point of a line: its step t, f(t), f'(t), and the gradient there.
struct Trial {
  double step = 0, value = 0, slope = 0;
  Matrix x{}, gradient{};
  bool longest = false;
};

// The minimum of the cubic through two points with their slopes; the middle where it has none.
double CubicMinimum(const Trial& a, const Trial& b) {
  const double width = b.step - a.step;
  const double d1 = a.slope + b.slope - 3 * (b.value - a.value) / width;
  const double square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0)) return a.step + 0.5 * width;
  const double d2 = std::copysign(std::sqrt(square), width);
  const double step = b.step - width * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
  return std::isfinite(step) ? step : a.step + 0.5 * width;
}

class LineSearch {
 public:
  LineSearch(const DifferentiableFunction& function, const Trial& from, const Matrix& direction,
             const ConjugateOptions& options)
      : function_(function), from_(from), direction_(direction), options_(options) {
    start_ = from;
    start_.step = 0;
    start_.slope = Dot(from.gradient, direction);
  }

  double slope() const { return start_.slope; }

  /// Doubles the step until a point that meets the conditions is bracketed.
  std::optional<Trial> Run(double change) const {
    double step = std::min(1.0, 2.02 * change / start_.slope);
    if (!(step > 0)) step = 1;
    Trial last = start_;
    for (int doubled = 0; doubled < options_.doublings; ++doubled) {
      Trial next = At(step);
      if (!Falls(next) || (last.step > 0 && next.value >= last.value))
        return Zoom(std::move(last), std::move(next));
      if (IsFlat(next)) return next;
      if (next.slope >= 0) return Zoom(std::move(next), std::move(last));
      step *= 2;
      last = std::move(next);
    }
    Trial longest = At(step);
    if (!Falls(longest)) return Zoom(std::move(last), std::move(longest));
    longest.longest = true;
    return longest;
  }

 private:
  Trial At(double step) const {
    Trial trial;
    trial.step = step;
    trial.x = from_.x + step * direction_;
    trial.value = function_(trial.x, trial.gradient);
    trial.slope = Dot(trial.gradient, direction_);
    return trial;
  }

  bool Falls(const Trial& trial) const {
    return trial.value <= start_.value + kSufficientDecrease * trial.step * start_.slope;
  }

  bool IsFlat(const Trial& trial) const {
    return std::abs(trial.slope) <= -options_.curvature * start_.slope;
  }

  /// `low` falls, is below `high`, and slopes down towards it.
  std::optional<Trial> Zoom(Trial low, Trial high) const {
    double width = std::abs(high.step - low.step);
    for (int trial = 1; trial <= kTrials; ++trial) {
      const double begin = std::min(low.step, high.step), end = std::max(low.step, high.step);
      const double margin = 0.02 * (end - begin);
      double step = std::clamp(CubicMinimum(low, high), begin + margin, end - margin);
      // Two trials that did not halve the interval: bisection.
      if (trial % 3 == 0) {
        if (end - begin > 0.5 * width) step = 0.5 * (begin + end);
        width = end - begin;
      }
      if (!(step > begin && step < end)) return std::nullopt;
      Trial next = At(step);
      if (!Falls(next) || next.value >= low.value) {
        high = std::move(next);
        continue;
      }
      if (IsFlat(next)) return next;
      if (next.slope * (high.step - low.step) >= 0) high = std::move(low);
      low = std::move(next);
    }
    return std::nullopt;
  }

  const DifferentiableFunction& function_;
  const Trial& from_;
  const Matrix& direction_;
  const ConjugateOptions& options_;
  Trial start_;
};

}  // namespace

const std::vector<std::string>& ConjugateFormulaNames() {
  static const std::vector<std::string> names{"fletcher_reeves", "polak_ribiere",
                                              "hestenes_stiefel"};
  return names;
}

ConjugateFormula ConjugateFormulaNamed(const std::string& name) {
  const std::vector<std::string>& names = ConjugateFormulaNames();
  const auto it = std::find(names.begin(), names.end(), name);
  MERCER_CHECK(it != names.end());
  return static_cast<ConjugateFormula>(it - names.begin());
}

double ConjugateWeight(ConjugateFormula formula, const Matrix& gradient_before,
                       const Matrix& gradient, const Matrix& direction) {
  const Matrix change = gradient - gradient_before;
  const auto ratio = [](double above, double below) { return below == 0 ? 0 : above / below; };
  switch (formula) {
    case ConjugateFormula::kFletcherReeves:
      return ratio(gradient.squaredNorm(), gradient_before.squaredNorm());
    case ConjugateFormula::kPolakRibiere:
      return std::max(0.0, ratio(Dot(gradient, change), gradient_before.squaredNorm()));
    case ConjugateFormula::kHestenesStiefel:
      return std::max(0.0, ratio(Dot(gradient, change), Dot(direction, change)));
  }
  return 0;
}

ConjugateResult MinimiseByConjugateGradients(const DifferentiableFunction& function, Matrix start,
                                             Index iterations, const ConjugateOptions& options) {
  MERCER_CHECK(options.curvature > kSufficientDecrease && options.curvature < 1);
  MERCER_CHECK(options.doublings >= 1);
  Trial current;
  current.x = std::move(start);
  current.value = function(current.x, current.gradient);
  ConjugateResult result;
  result.start_value = current.value;
  Matrix direction = -current.gradient;
  double change = -0.5 * current.gradient.norm();  // of the function in the last step
  bool steepest = true;
  for (Index i = 0; i < iterations; ++i) {
    const LineSearch along(function, current, direction, options);
    double slope = along.slope();
    std::optional<Trial> found = slope < 0 ? along.Run(change) : std::nullopt;
    if (!found && !steepest) {
      direction = -current.gradient;
      const LineSearch down(function, current, direction, options);
      slope = down.slope();
      if (slope < 0) found = down.Run(change);
    }
    if (!found) break;
    result.steps.push_back(
        {found->step, current.value, slope, found->value, found->slope, found->longest});
    change = found->value - current.value;
    const double weight =
        ConjugateWeight(options.formula, current.gradient, found->gradient, direction);
    direction = weight * direction - found->gradient;
    steepest = weight == 0;
    current = *std::move(found);
  }
  result.x = std::move(current.x);
  return result;
}

}  // namespace mercer
