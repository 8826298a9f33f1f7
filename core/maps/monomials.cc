#include "core/maps/monomials.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/kernels/profile.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/monomial_features.h"

namespace mercer {
namespace {

const char* const kName = "monomials";

bool Fits(const Kernel& kernel) {
  const auto* dot = dynamic_cast<const DotProductKernel*>(&kernel);
  return dot != nullptr && dot->MaxOrder() >= 0;
}

const DotProductKernel& Checked(const Kernel& kernel) {
  if (!Fits(kernel))
    ThrowUnfitKernel(kName, kernel, "a dot product kernel with finitely many terms", &Fits);
  return dynamic_cast<const DotProductKernel&>(kernel);
}

MonomialFeatures Features(const DotProductKernel& kernel, Index input_dim) {
  std::vector<double> scales;
  for (Index k = 0; k <= kernel.MaxOrder(); ++k)
    scales.push_back(std::exp(0.5 * (kernel.LogMaclaurinCoefficient(k) + LogFactorial(k))));
  return {"map 'monomials' of kernel " + kernel.Describe() + " for input dimension " +
              std::to_string(input_dim),
          input_dim, std::move(scales)};
}

}  // namespace

void MonomialsSpec::CheckKernel(const Kernel& kernel) const { Checked(kernel); }

Index MonomialsSpec::OutputDim(const Kernel& kernel, Index input_dim, Index) const {
  return Features(Checked(kernel), input_dim).size();
}

std::optional<double> MonomialsSpec::SparseOutputValues(const Kernel& kernel,
                                                        const Examples& x) const {
  return Features(Checked(kernel), x.cols()).SparseValues(x);
}

double MonomialsSpec::DrawnBytes(const Kernel& kernel, Index input_dim, Index) const {
  return static_cast<double>(Features(Checked(kernel), input_dim).bytes());
}

std::optional<double> MonomialsSpec::FeatureVariance(const Kernel& kernel, const Vector&,
                                                     const Vector&) const {
  CheckKernel(kernel);
  return 0.0;
}

std::optional<ErrorBound> MonomialsSpec::Bound(const Kernel& kernel, const RowRadii&) const {
  CheckKernel(kernel);
  return ErrorBound{.source = "the features are the kernel's own"};
}

std::unique_ptr<FeatureMap> MonomialsSpec::Draw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  return NewMonomialMap({kName, context.input_dim, context.num_random_features},
                        Features(Checked(context.kernel), context.input_dim));
}

MapEntry MonomialsEntry() {
  MapEntry entry;
  entry.name = kName;
  entry.summary =
      "sqrt(a_k k!/a!) x^a for every monomial x^a of degree k, exact for f(<x,y>) = the finite sum "
      "of a_k <x,y>^k";
  entry.citation = "cotter2011, section 6";
  entry.traits = {.unbiased = true, .deterministic = true, .projection = true};
  entry.make = [](const Params&) -> std::unique_ptr<FeatureMapSpec> {
    return std::make_unique<MonomialsSpec>();
  };
  return entry;
}

}  // namespace mercer
