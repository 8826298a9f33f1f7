#include "core/maps/fourier/random_fourier.h"

#include <cmath>
#include <memory>

#include "core/kernels/shift_invariant/gaussian.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/fourier/fourier_map.h"

namespace mercer {
namespace {

const char* const kName = "random_fourier";

const ShiftInvariantKernel& AsShiftInvariant(const Kernel& kernel) {
  return KernelAs<ShiftInvariantKernel>(kName, kernel, "a shift-invariant kernel");
}

}  // namespace

void RandomFourierSpec::CheckKernel(const Kernel& kernel) const { AsShiftInvariant(kernel); }

SingleFeatures RandomFourierSpec::single_features() const {
  switch (variant_) {
    case FourierVariant::kCosOffset:
      return SingleFeatures::kReal;
    case FourierVariant::kComplex:
      return SingleFeatures::kComplex;
    case FourierVariant::kCosSin:
      break;
  }
  return SingleFeatures::kDependent;
}

Index RandomFourierSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return FourierColumns(kName, variant_, num_random_features);
}

double RandomFourierSpec::DrawnBytes(const Kernel&, Index input_dim,
                                     Index num_random_features) const {
  return DenseFourierMap::Bytes({kName, variant_, input_dim, num_random_features});
}

std::optional<double> RandomFourierSpec::FeatureVariance(const Kernel& kernel, const Vector& x,
                                                         const Vector& y) const {
  return IndependentFourierVariance(AsShiftInvariant(kernel), variant_, x, y);
}

std::optional<SecondMoments> RandomFourierSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                     const Vector& x,
                                                                     const Vector& y) const {
  const ShiftInvariantKernel& law = AsShiftInvariant(kernel);
  if (variant_ == FourierVariant::kCosSin) return std::nullopt;
  return IndependentFourierMoments(law, variant_, x, y);
}

std::optional<ErrorBound> RandomFourierSpec::Bound(const Kernel& kernel,
                                                   const RowRadii& radii) const {
  CheckKernel(kernel);
  ErrorBound bound{.scale = 1, .product_sup = 1, .source = "rahimi2007, Hoeffding's inequality"};
  if (variant_ == FourierVariant::kCosOffset) {
    bound.scale = bound.product_sup = 2;
    const auto* gaussian = dynamic_cast<const GaussianKernel*>(&kernel);
    if (gaussian != nullptr && radii.input_dim > 0) {
      // The root of E|w|² times the diameter of the rows.
      const auto d = static_cast<double>(radii.input_dim);
      const double base = std::sqrt(d) / gaussian->sigma() * 2 * radii.l2;
      bound.uniform = UniformBound{256, base, 2, std::sqrt(2 * (d + 2)), "rahimi2007, Claim 1"};
    }
  } else if (variant_ == FourierVariant::kCosSin) {
    bound.scale = std::sqrt(2.0);
  }
  return bound;
}

std::unique_ptr<FeatureMap> RandomFourierSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const ShiftInvariantKernel& kernel = AsShiftInvariant(context.kernel);
  const Index d = context.input_dim;
  const auto draw = [&](Index j, double* frequency) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
    const double offset = DrawOffset(stream);
    kernel.SampleFrequency(stream, d, frequency);
    return variant_ == FourierVariant::kCosOffset ? offset : 0.0;
  };
  return std::make_unique<DenseFourierMap>(
      FourierShape{kName, variant_, d, context.num_random_features}, draw);
}

MapEntry RandomFourierEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "sqrt(2/D) cos(<w,x> + b), or cos and sin, or exp(-i<w,x>), with w from the spectral "
      "distribution of a shift-invariant kernel";
  entry.citation = "Rahimi & Recht 2007, Algorithm 1; yang2014, section 2; cotter2011, section 4";
  entry.params = {VariantSpec("cos_offset")};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<RandomFourierSpec>(VariantOf(params));
  };
  return entry;
}

}  // namespace mercer
