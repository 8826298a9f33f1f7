#include "core/maps/polynomial/tensor_sketch.h"

#include <string>

#include "core/kernels/dot_product/homogeneous_polynomial.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/shift_invariant/profile.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/polynomial/tensor_sketch_map.h"

namespace mercer {
namespace {

const char* const kName = "tensor_sketch";

std::optional<TensorSketchShape> ShapeOf(const Kernel& kernel) {
  if (const auto* p = dynamic_cast<const PolynomialKernel*>(&kernel))
    return TensorSketchShape{p->degree(), p->offset(), p->scale()};
  if (const auto* p = dynamic_cast<const HomogeneousPolynomialKernel*>(&kernel))
    return TensorSketchShape{p->degree(), 0, 1};
  return std::nullopt;
}

TensorSketchShape CheckedShape(const Kernel& kernel) {
  const std::optional<TensorSketchShape> shape = ShapeOf(kernel);
  if (!shape) {
    ThrowUnfitKernel(kName, kernel, "a polynomial kernel",
                     [](const Kernel& k) { return ShapeOf(k).has_value(); });
  }
  return *shape;
}

// What the variance is made of: t² + A, t² + B, t² + A + B and t², each to the power m.
struct Moments {
  double a = 0, b = 0, both = 0, none = 0;
};

Moments MomentsOf(const TensorSketchShape& shape, const Vector& x, const Vector& y) {
  const double c = shape.offset, s = shape.scale;
  const double t = c + s * x.dot(y);
  const double norms = (c + s * x.squaredNorm()) * (c + s * y.squaredNorm());
  const double squares = c * c + s * s * x.cwiseAbs2().dot(y.cwiseAbs2());
  const double a = norms - squares, b = t * t - squares;
  const auto power = [&](double value) { return IntegerPower(value, shape.degree); };
  return {power(t * t + a), power(t * t + b), power(t * t + a + b), power(t * t)};
}

}  // namespace

void TensorSketchSpec::CheckKernel(const Kernel& kernel) const { CheckedShape(kernel); }

Index TensorSketchSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double TensorSketchSpec::DrawnBytes(const Kernel& kernel, Index input_dim, Index) const {
  return TensorSketchBytes(CheckedShape(kernel), input_dim);
}

std::optional<double> TensorSketchSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                        const Vector& y) const {
  const Moments m = MomentsOf(CheckedShape(kernel), x, y);
  return m.a + m.b - 2 * m.none;
}

std::optional<double> TensorSketchSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                         const Vector& y,
                                                         Index num_random_features) const {
  const Moments m = MomentsOf(CheckedShape(kernel), x, y);
  const double D = static_cast<double>(num_random_features);
  const double own_conjugate = num_random_features % 2 == 0 ? 2 : 1;
  return ((D - own_conjugate) * (m.a + m.b - 2 * m.none) + own_conjugate * (m.both - m.none)) /
         (D * D);
}

std::unique_ptr<FeatureMap> TensorSketchSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  return NewTensorSketchMap(CheckedShape(context.kernel), context);
}

MapEntry TensorSketchEntry() {
  MapEntry entry;
  entry.name = "tensor_sketch";
  entry.summary = "the convolution of m count sketches, for a polynomial kernel of degree m";
  entry.citation = "atarashi2019, section 6 (Pham and Pagh 2013)";
  entry.traits = {.unbiased = true};
  entry.make = [](const Params&) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<TensorSketchSpec>();
  };
  return entry;
}

}  // namespace mercer
