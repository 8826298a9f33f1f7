#include "core/kernels/shift_invariant/gaussian.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/base/text.h"
#include "core/linalg/vector_functions.h"

namespace mercer {

GaussianKernel::GaussianKernel(double sigma)
    : sigma_(CheckedBandwidth("gaussian", sigma)), gamma_(1 / (2 * sigma * sigma)) {}

double GaussianKernel::SampleScale(RandomStream&) const { return 1 / sigma_; }

double GaussianKernel::Quantile(double u) const { return NormalQuantile(u) / sigma_; }

double GaussianKernel::CharacteristicFunction(double t) const { return std::exp(-gamma_ * t * t); }

std::string GaussianKernel::Describe() const {
  return "gaussian(sigma=" + FormatNumber(sigma_) + ")";
}

void GaussianKernel::ApplyProfile(double* squared_distances, Index n) const {
  for (Index i = 0; i < n; ++i) squared_distances[i] *= -gamma_;
  VectorExp(squared_distances, n);
}

void GaussianKernel::FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                                            Index n) const {
  const auto factor = static_cast<float>(-gamma_);
  for (Index i = 0; i < n; ++i)
    values[i] = factor * std::max(0.0F, x_squared + y_squared[i] - 2 * values[i]);
  VectorExp(values, n);
}

KernelEntry GaussianEntry() {
  KernelEntry entry;
  entry.name = "gaussian";
  entry.summary = "exp(-|x-y|^2 / (2 sigma^2)) = exp(-gamma |x-y|^2)";
  entry.citation = "cotter2011, section 2; yang2014, section 2";
  ParamSpec sigma = SigmaSpec();
  sigma.optional = true;
  sigma.example = 1.0;
  sigma.help += "; either this or gamma";
  entry.params = {sigma,
                  {.name = "gamma",
                   .kind = ParamKind::kNumber,
                   .help = "1/(2 sigma^2); either this or sigma",
                   .optional = true,
                   .min = 0,
                   .open_min = true}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    const ParamValue* gamma = params.Find("gamma");
    if ((gamma != nullptr) == (params.Find("sigma") != nullptr)) {
      throw InvalidInput(std::string("kernel 'gaussian' was given ") +
                         (gamma != nullptr ? "both sigma and gamma" : "neither sigma nor gamma") +
                         "; expected exactly one of them");
    }
    if (gamma == nullptr) return std::make_unique<GaussianKernel>(BandwidthOf("gaussian", params));
    const double value = gamma->AsNumber();
    if (!std::isnormal(value) || !std::isnormal(1 / value)) {
      throw InvalidInput("kernel 'gaussian': gamma is " + FormatNumber(value) +
                         "; expected a number whose inverse is finite in double precision");
    }
    return std::make_unique<GaussianKernel>(1 / std::sqrt(2 * value));
  };
  return entry;
}

}  // namespace mercer
