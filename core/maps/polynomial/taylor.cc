#include "core/maps/polynomial/taylor.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/kernels/dot_product/exponential.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/polynomial/monomial_features.h"

namespace mercer {
namespace {

const char* const kName = "taylor";

// The bandwidth, and the γ of exp(−γ|x|²), which is 0 for the exponential kernel.
struct Shape {
  double sigma = 0;
  double decay = 0;
};

std::optional<Shape> ShapeOf(const Kernel& kernel) {
  if (const auto* gaussian = dynamic_cast<const GaussianKernel*>(&kernel))
    return Shape{gaussian->sigma(), gaussian->gamma()};
  if (const auto* exponential = dynamic_cast<const ExponentialKernel*>(&kernel))
    return Shape{exponential->sigma(), 0};
  return std::nullopt;
}

Shape CheckedShape(const Kernel& kernel) {
  const std::optional<Shape> shape = ShapeOf(kernel);
  if (!shape) {
    ThrowUnfitKernel(kName, kernel, "the Gaussian or the exponential kernel",
                     [](const Kernel& k) { return ShapeOf(k).has_value(); });
  }
  return *shape;
}

MonomialFeatures Features(Index degree, Index input_dim) {
  return {"map 'taylor': degree " + std::to_string(degree) + " for input dimension " +
              std::to_string(input_dim),
          input_dim, std::vector<double>(static_cast<std::size_t>(degree + 1), 1.0)};
}

}  // namespace

void TaylorSpec::CheckKernel(const Kernel& kernel) const { CheckedShape(kernel); }

Index TaylorSpec::OutputDim(const Kernel&, Index input_dim, Index) const {
  return Features(degree_, input_dim).size();
}

std::optional<double> TaylorSpec::SparseOutputValues(const Kernel&, const Examples& x) const {
  return Features(degree_, x.cols()).SparseValues(x);
}

double TaylorSpec::DrawnBytes(const Kernel&, Index input_dim, Index) const {
  return static_cast<double>(Features(degree_, input_dim).bytes());
}

std::optional<double> TaylorSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                  const Vector&) const {
  CheckKernel(kernel);
  return 0.0;
}

std::optional<ErrorBound> TaylorSpec::Bound(const Kernel& kernel, const RowRadii& radii) const {
  const Shape shape = CheckedShape(kernel);
  const double t = radii.l2 * radii.l2 / (shape.sigma * shape.sigma);
  const auto next = static_cast<double>(degree_ + 1);
  double remainder = std::exp(next * std::log(t) - std::lgamma(next + 1));
  if (shape.decay == 0) remainder *= std::exp(t);
  if (!std::isfinite(remainder)) return std::nullopt;
  return ErrorBound{.bias = remainder, .source = "cotter2011, section 3"};
}

std::unique_ptr<FeatureMap> TaylorSpec::Draw(const DrawContext& context) const {
  if (context.num_random_features != 0) CheckDrawContext(kName, context);
  const Shape shape = CheckedShape(context.kernel);
  return NewMonomialMap(
      {kName, context.input_dim, context.num_random_features, 1 / shape.sigma, shape.decay},
      Features(degree_, context.input_dim));
}

MapEntry TaylorEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "exp(-|x|^2/(2 sigma^2)) sigma^-k x^a/sqrt(a!) for every monomial x^a of degree k up to the "
      "given one";
  entry.citation = "cotter2011, section 3";
  entry.params = {{.name = "degree",
                   .kind = ParamKind::kInteger,
                   .help = "where the series is cut: C(d + degree, degree) columns, whatever D is",
                   .min = 1,
                   .max = 170}};  // 171! is no double
  entry.traits = {.deterministic = true, .projection = true, .takes_no_count = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<TaylorSpec>(params.Get("degree").AsInteger());
  };
  return entry;
}

}  // namespace mercer
