// The map of Munkhoeva et al. 2018: its parameters, its draw and its theory.

#include "core/maps/quadrature/quadrature.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/linalg/memory.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/fourier_map.h"
#include "core/maps/fourier/frequency_panels.h"
#include "core/maps/fourier/orthogonal_directions.h"
#include "core/maps/quadrature/quadrature_variance.h"

namespace mercer {
namespace {

const char* const kName = "quadrature";

QuadratureForm FormOf(const Kernel& kernel) {
  if (const auto form = QuadratureFormOf(kernel)) return *form;
  ThrowUnfitKernel(kName, kernel, "the Gaussian kernel or the arc-cosine kernel of order 0 or 1",
                   [](const Kernel& k) { return QuadratureFormOf(k).has_value(); });
}

// Throws unless D is a multiple of 2(d + 1).
void CheckCount(Index d, Index count) {
  const Index step = 2 * (d + 1);
  if (count % step == 0) return;
  const Index nearest = std::max<Index>(1, (count + step / 2) / step) * step;
  throw InvalidInput(std::string("map '") + kName + "': D is " + std::to_string(count) +
                     "; expected a multiple of 2(d + 1) = " + std::to_string(step) +
                     " for input dimension d = " + std::to_string(d) +
                     ", the nearest of which is " + std::to_string(nearest));
}

// Directions v, each of which gives two columns.
Index NumDirections(const QuadratureForm& form, Index count) {
  return form.is_wave() ? count : count / 2;
}

// Of the directions of a map for the Gaussian kernel.
Vector DrawRadii(Index d, Index count, std::uint64_t seed) {
  Vector radii(count);
  for (Index j = 0; j < count; ++j) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
    double square = 0;
    for (Index k = 0; k < d + 2; ++k) {
      const double value = stream.Gaussian();
      square += value * value;
    }
    radii[j] = std::sqrt(square);
  }
  return radii;
}

// The first ones that the centre allows.
Vector DrawRadii(const QuadratureForm& form, QuadratureCentre centre, const DrawContext& context) {
  if (!form.is_wave()) return {};
  const Index d = context.input_dim;
  for (std::uint64_t m = 0;; ++m) {
    Vector radii = DrawRadii(d, context.num_random_features, DeriveSeed(context.seed, {m}));
    if (centre == QuadratureCentre::kOffset || CentreWeight(d, radii) >= 0) return radii;
  }
}

Eigen::MatrixXd DrawHaarDirections(Index d, Index rules, std::uint64_t seed) {
  Eigen::MatrixXd directions(d, rules * (d + 1)), gaussians(d, d), vertices(d, d + 1);
  for (Index first = 0; first < directions.cols(); first += d + 1) {
    for (Index j = 0; j < d; ++j) {
      RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(first + j));
      for (Index k = 0; k < d; ++k) gaussians(k, j) = stream.Gaussian();
    }
    vertices.leftCols(d) = OrthonormalDirections(gaussians);
    ToSimplex(d, vertices);
    directions.middleCols(first, d + 1) = vertices;
  }
  return directions;
}

}  // namespace

void QuadratureSpec::CheckKernel(const Kernel& kernel) const { FormOf(kernel); }

Index QuadratureSpec::OutputDim(const Kernel& kernel, Index input_dim,
                                Index num_random_features) const {
  const QuadratureForm form = FormOf(kernel);
  CheckCount(input_dim, num_random_features);
  const bool has_column = form.is_wave() && centre_ == QuadratureCentre::kColumn;
  return 2 * NumDirections(form, num_random_features) + (has_column ? 1 : 0);
}

double QuadratureSpec::DrawnBytes(const Kernel& kernel, Index input_dim,
                                  Index num_random_features) const {
  const Index directions = NumDirections(FormOf(kernel), num_random_features);
  const auto d = static_cast<double>(input_dim), count = static_cast<double>(directions);
  if (rotation_ == QuadratureRotation::kButterfly)
    return count * (Butterfly::Bytes(input_dim) / (d + 1) + 24);
  return FrequencyPanels::Bytes(input_dim, directions) + count * (8 * d + 16) + 32 * d * d;
}

std::optional<double> QuadratureSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                      const Vector& y) const {
  if (!NoVarianceReason(kernel).empty()) return std::nullopt;
  const double t = dynamic_cast<const GaussianKernel&>(kernel).gamma() * (x - y).squaredNorm();
  return static_cast<double>(x.size() + 1) * QuadratureRuleVariance(x.size(), t);
}

std::string QuadratureSpec::NoVarianceReason(const Kernel& kernel) const {
  const QuadratureForm form = FormOf(kernel);
  if (rotation_ == QuadratureRotation::kButterfly)
    return "a butterfly is not a uniform rotation, which biases it, and no formula of its mean is "
           "known";
  if (!form.is_wave()) return "the covariance of two vertices' steps or ramps has no closed form";
  if (centre_ == QuadratureCentre::kColumn)
    return "radii are drawn until the centre's weight is not negative, which biases it";
  return {};
}

MapTraits QuadratureSpec::Traits(MapTraits of_the_map) const {
  of_the_map.unbiased =
      rotation_ == QuadratureRotation::kHaar && centre_ == QuadratureCentre::kOffset;
  return of_the_map;
}

std::unique_ptr<FeatureMap> QuadratureSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const QuadratureForm form = FormOf(context.kernel);
  const Index d = context.input_dim, count = context.num_random_features;
  CheckCount(d, count);
  CheckFitsInMemory("drawing map '" + std::string(kName) + "' with D = " + std::to_string(count) +
                        " for input dimension " + std::to_string(d),
                    DrawnBytes(context.kernel, d, count));
  const Index rules = NumDirections(form, count) / (d + 1);
  const Vector radii = DrawRadii(form, centre_, context);
  if (rotation_ == QuadratureRotation::kHaar) {
    return MakeQuadratureMap(form, DrawHaarDirections(d, rules, context.seed), radii, centre_);
  }
  std::vector<Butterfly> rotations;
  for (Index rule = 0; rule < rules; ++rule) {
    RandomStream stream = BlockStream(context.seed, rule);
    rotations.push_back(Butterfly::Draw(d, stream));
  }
  return MakeQuadratureMap(form, std::move(rotations), radii, centre_);
}

MapEntry QuadratureEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "points of radial-spherical rules of degree 3 for the Gaussian kernel and the arc-cosine "
      "kernels of order 0 and 1, D a multiple of 2(d + 1)";
  entry.citation = "Munkhoeva et al. 2018";
  entry.params = {
      {.name = "rotation",
       .kind = ParamKind::kText,
       .help = "haar: uniform, O(dD) per row; butterfly: O(D log d) per row, biased for pairs that "
               "differ along an axis",
       .default_value = "haar",
       .choices = {"haar", "butterfly"}},
      {.name = "centre",
       .kind = ParamKind::kText,
       .help =
           "centre of the Gaussian kernel's rule: an offset that Gram errors add, or a column, for "
           "which radii are drawn until its weight is not negative, which makes the map biased",
       .default_value = "offset",
       .choices = {"offset", "column"}}};
  entry.traits = {.unbiased = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<QuadratureSpec>(
        params.Get("rotation").AsText() == "haar" ? QuadratureRotation::kHaar
                                                  : QuadratureRotation::kButterfly,
        params.Get("centre").AsText() == "column" ? QuadratureCentre::kColumn
                                                  : QuadratureCentre::kOffset);
  };
  return entry;
}

}  // namespace mercer
