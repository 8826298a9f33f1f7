#include "core/sequences/adaptive.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/normal_quantile.h"
#include "core/base/text.h"
#include "core/sequences/halton.h"

namespace mercer {
namespace {

double Dot(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

// A state of the minimisation.
struct Iterate {
  Matrix w;
  double value = 0;
  Matrix gradient;
};

// Backtracking from `step` along `direction`, a direction of descent, until D² has fallen by a part
// of what the slope promises; nothing where rounding hides every fall.
std::optional<std::pair<double, Iterate>> LineSearch(const BoxDiscrepancy& discrepancy,
                                                     const Iterate& from, const Matrix& direction,
                                                     double step) {
  constexpr double kSufficient = 1e-4;
  constexpr int kTrials = 30;
  const double slope = Dot(from.gradient, direction);
  for (int trial = 0; trial < kTrials; ++trial) {
    Iterate next;
    next.w = from.w + step * direction;
    next.value = discrepancy.SquaredWithGradient(next.w, next.gradient);
    if (next.value < from.value && next.value <= from.value + kSufficient * step * slope)
      return std::make_pair(step, std::move(next));
    // The minimum of the parabola through both values and the slope, within bounds.
    const double curvature = next.value - from.value - step * slope;
    const double minimum = curvature > 0 ? -0.5 * slope * step * step / curvature : 0;
    step = std::clamp(minimum, 0.1 * step, 0.5 * step);
  }
  return std::nullopt;
}

// The first step moves no coordinate by more than a tenth of the law's width.
double FirstStep(const Matrix& direction) {
  return 0.1 / std::max(direction.cwiseAbs().maxCoeff(), 1e-300);
}

class Adaptive : public PointSet {
 public:
  Adaptive(Matrix points, std::string description)
      : PointSet(points.cols(), points.rows(),
                 {.randomised = false, .extensible = false, .interior = true}),
        points_(std::move(points)),
        description_(std::move(description)) {}

  std::string Describe() const override { return description_; }

 protected:
  void ComputePoints(Index begin, Index count, MatrixRef out) const override {
    out = points_.middleRows(begin, count);
  }

 private:
  Matrix points_;
  std::string description_;
};

Vector BoxOf(const Params& params, Index dim) {
  const ParamValue* boxes = params.Find("boxes");
  if (boxes == nullptr) return Vector::Constant(dim, params.Get("box").AsNumber());
  const ParamValue::List& list = boxes->AsList();
  if (static_cast<Index>(list.size()) != dim) {
    throw InvalidInput("sequence 'adaptive': boxes has " + std::to_string(list.size()) +
                       " numbers; expected " + std::to_string(dim) + ", one per dimension");
  }
  Vector box(dim);
  for (Index j = 0; j < dim; ++j) {
    const ParamValue& value = list[static_cast<std::size_t>(j)];
    const double number = value.is_number() ? value.AsNumber() : 0.0;
    if (!(number > 0) || !std::isfinite(number)) {
      throw InvalidInput("sequence 'adaptive': number " + std::to_string(j + 1) + " of boxes is " +
                         value.Canonical() + "; expected a number > 0");
    }
    box(j) = number;
  }
  return box;
}

std::unique_ptr<PointSet> MakeAdaptive(const Params& params, Index dim, Index num_points,
                                       std::uint64_t) {
  if (num_points > kMaxAdaptivePoints) {
    throw InvalidInput("sequence 'adaptive': the number of points is " +
                       std::to_string(num_points) + "; expected at most " +
                       std::to_string(kMaxAdaptivePoints) +
                       ", as every iteration compares all pairs of points");
  }
  const BoxDiscrepancy discrepancy(BoxOf(params, dim), 1.0);
  const SequenceEntry halton = HaltonEntry();
  const Params start =
      Resolve("sequence 'halton'", halton.params, {{"preset", params.Get("start")}});
  Matrix points(num_points, dim);
  halton.make(start, dim, num_points, 0)->Points(0, num_points, points);
  const Matrix frequencies = points.unaryExpr(&NormalQuantile);
  points = MinimiseBoxDiscrepancy(discrepancy, frequencies, params.Get("iterations").AsInteger())
               .frequencies.unaryExpr(&NormalCdf);
  return std::make_unique<Adaptive>(std::move(points), "adaptive(" + params.Canonical() + ")");
}

}  // namespace

double NormalCdf(double w) {
  return std::clamp(0.5 * std::erfc(-w / std::numbers::sqrt2), 0x1.0p-54, 1 - 0x1.0p-53);
}

AdaptiveResult MinimiseBoxDiscrepancy(const BoxDiscrepancy& discrepancy, const Matrix& start,
                                      Index iterations) {
  Iterate current{start, 0, {}};
  current.value = discrepancy.SquaredWithGradient(current.w, current.gradient);
  AdaptiveResult result{{}, {current.value}};
  Matrix direction = -current.gradient;
  double step = FirstStep(direction);
  bool steepest = true;
  for (Index i = 0; i < iterations; ++i) {
    auto found = LineSearch(discrepancy, current, direction, step);
    if (!found && !steepest) {
      direction = -current.gradient;
      steepest = true;
      found = LineSearch(discrepancy, current, direction, FirstStep(direction));
    }
    if (!found) break;
    Iterate& next = found->second;
    const double slope = Dot(current.gradient, direction);
    const double beta = std::max(
        0.0, Dot(next.gradient, next.gradient - current.gradient) / current.gradient.squaredNorm());
    direction = beta * direction - next.gradient;
    steepest = beta == 0;
    if (Dot(direction, next.gradient) >= 0) {
      direction = -next.gradient;
      steepest = true;
    }
    // As much first-order fall as the last step, and room to grow.
    step = 2 * found->first * slope / Dot(direction, next.gradient);
    current = std::move(next);
    result.squared_discrepancy.push_back(current.value);
  }
  result.frequencies = std::move(current.w);
  return result;
}

SequenceEntry AdaptiveEntry() {
  SequenceEntry entry;
  entry.name = "adaptive";
  entry.summary =
      "points that minimise the box discrepancy of the Gaussian kernel's frequencies, by conjugate "
      "gradients from the Halton points";
  entry.citation = "yang2014, section 5, Proposition 11";
  entry.params = {
      {.name = "box",
       .kind = ParamKind::kNumber,
       .help = "half-width of the box of differences, in bandwidths of the kernel",
       .default_value = 1.0,
       .min = 0,
       .max = 1e6,
       .open_min = true},
      {.name = "boxes",
       .kind = ParamKind::kList,
       .help = "the half-widths of the d coordinates one by one, in place of box",
       .optional = true},
      {.name = "iterations",
       .kind = ParamKind::kInteger,
       .help = "steps of the minimisation, at most",
       .default_value = 100,
       .min = 0,
       .max = 100000},
      {.name = "start",
       .kind = ParamKind::kText,
       .help = "preset of the Halton sequence that it starts from",
       .default_value = "yang2014",
       .choices = {"plain", "yang2014", "skylark"}},
  };
  entry.traits = {.randomised = false, .extensible = false, .interior = true};
  entry.max_dim = kMaxHaltonDim;
  entry.make = &MakeAdaptive;
  return entry;
}

}  // namespace mercer
