#include "core/kernels/dot_product/exponential.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/profile.h"
#include "core/linalg/vector_functions.h"

namespace mercer {

ExponentialKernel::ExponentialKernel(double sigma) : sigma_(sigma), sigma_squared_(sigma * sigma) {
  if (!std::isnormal(sigma_squared_)) {
    throw InvalidInput("kernel 'exponential': sigma is " + FormatNumber(sigma) +
                       "; expected a number whose square is neither 0 nor infinite in double "
                       "precision");
  }
}

double ExponentialKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  // n! is exact up to 22 and overflows after 170.
  if (n <= 22) {
    double factorial = 1;
    for (Index i = 2; i <= n; ++i) factorial *= static_cast<double>(i);
    const double value = 1.0 / (IntegerPower(sigma_squared_, n) * factorial);
    if (std::isnormal(value)) return value;
  }
  return std::exp(LogMaclaurinCoefficient(n));
}

double ExponentialKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return -static_cast<double>(n) * std::log(sigma_squared_) - LogFactorial(n);
}

double ExponentialKernel::Profile(double t) const { return std::exp(t / sigma_squared_); }

std::string ExponentialKernel::Describe() const {
  return "exponential(sigma=" + FormatNumber(sigma_) + ")";
}

void ExponentialKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] /= sigma_squared_;
    VectorExp(values, n);
  });
}

void ExponentialKernel::FromFloatInnerProducts(float, const float*, float* values, Index n) const {
  const auto factor = static_cast<float>(1 / sigma_squared_);
  for (Index i = 0; i < n; ++i) values[i] *= factor;
  VectorExp(values, n);
}

KernelEntry ExponentialEntry() {
  KernelEntry entry;
  entry.name = "exponential";
  entry.summary = "exp(<x, y> / sigma^2)";
  entry.citation = "kar2012, section 6";
  entry.params = {SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<ExponentialKernel>(BandwidthOf("exponential", params));
  };
  return entry;
}

}  // namespace mercer
