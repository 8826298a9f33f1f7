#include "core/sequences/adaptive.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/base/text.h"
#include "core/sequences/halton.h"

namespace mercer {
namespace {

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
    if (!value.is_number() || !(number >= 0) || !std::isfinite(number)) {
      throw InvalidInput("sequence 'adaptive': number " + std::to_string(j + 1) + " of boxes is " +
                         value.Canonical() + "; expected a number >= 0");
    }
    box(j) = number;
  }
  if (!(box.array() > 0).any())
    throw InvalidInput("sequence 'adaptive': boxes are all 0; expected one above 0");
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
  const Vector box = BoxOf(params, dim);
  const SequenceEntry halton = HaltonEntry();
  const Params start =
      Resolve("sequence 'halton'", halton.params, {{"preset", params.Get("start")}});
  Matrix points(num_points, dim);
  halton.make(start, dim, num_points, 0)->Points(0, num_points, points);
  std::vector<Index> varying;
  for (Index j = 0; j < dim; ++j)
    if (box(j) > 0) varying.push_back(j);
  const Matrix frequencies = points(Eigen::all, varying).unaryExpr(&NormalQuantile);
  const ConjugateOptions options{ConjugateFormulaNamed(params.Get("formula").AsText()),
                                 params.Get("curvature").AsNumber(),
                                 static_cast<int>(params.Get("doublings").AsInteger())};
  const AdaptiveResult result =
      MinimiseBoxDiscrepancy(BoxDiscrepancy(box(varying), 1.0), frequencies,
                             params.Get("iterations").AsInteger(), options);
  points(Eigen::all, varying) = result.frequencies.unaryExpr(&NormalCdf);
  return std::make_unique<Adaptive>(std::move(points), "adaptive(" + params.Canonical() + ")");
}

}  // namespace

double NormalCdf(double w) {
  return std::clamp(0.5 * std::erfc(-w / std::numbers::sqrt2), 0x1.0p-54, 1 - 0x1.0p-53);
}

AdaptiveResult MinimiseBoxDiscrepancy(const BoxDiscrepancy& discrepancy, const Matrix& start,
                                      Index iterations, const ConjugateOptions& options) {
  const auto function = [&](const Matrix& w, Matrix& gradient) {
    return discrepancy.SquaredWithGradient(w, gradient);
  };
  ConjugateResult found = MinimiseByConjugateGradients(function, start, iterations, options);
  AdaptiveResult result{std::move(found.x), {found.start_value}};
  for (const ConjugateStep& step : found.steps) result.squared_discrepancy.push_back(step.value);
  return result;
}

double MinimisationOperations(Index iterations, Index s, Index d) {
  constexpr double kEvaluations = 6;
  return (kEvaluations * static_cast<double>(iterations) + 1) *
         BoxDiscrepancy::OperationsWithGradient(s, d);
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
       .help = "half-widths of the d coordinates, instead of box; 0: the coordinate takes no part",
       .optional = true},
      {.name = "iterations",
       .kind = ParamKind::kInteger,
       .help = "maximum number of steps of the minimisation",
       .default_value = 100,
       .min = 0,
       .max = 100000},
      {.name = "formula",
       .kind = ParamKind::kText,
       .help = "formula of the conjugate directions",
       .default_value = "fletcher_reeves",
       .choices = ConjugateFormulaNames()},
      {.name = "curvature",
       .kind = ParamKind::kNumber,
       .help = "c2 of the line search's strong Wolfe conditions; c1 is 0.0001",
       .default_value = 0.01,
       .min = kSufficientDecrease,
       .max = 0.9,
       .open_min = true},
      {.name = "doublings",
       .kind = ParamKind::kInteger,
       .help = "maximum number of doublings of the line search's first trial step, 1 bandwidth; "
               "the step after the last is accepted as it is",
       .default_value = 10,
       .min = 1,
       .max = 200},
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
