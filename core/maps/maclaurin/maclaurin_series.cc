#include "core/maps/maclaurin/maclaurin_series.h"

#include "core/kernels/dot_product/exponential.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/maps/fitting_kernels.h"

namespace mercer {
namespace {

bool Fits(const Kernel& kernel) {
  return dynamic_cast<const DotProductKernel*>(&kernel) != nullptr ||
         dynamic_cast<const GaussianKernel*>(&kernel) != nullptr;
}

}  // namespace

MaclaurinSeries::MaclaurinSeries(const std::string& map, const Kernel& kernel)
    : profile_(dynamic_cast<const DotProductKernel*>(&kernel)) {
  if (!Fits(kernel))
    ThrowUnfitKernel(map, kernel, "a dot product kernel or the Gaussian kernel", &Fits);
  if (profile_ != nullptr) return;
  const auto& gaussian = dynamic_cast<const GaussianKernel&>(kernel);
  exponential_ = std::make_unique<ExponentialKernel>(gaussian.sigma());
  profile_ = exponential_.get();
  gamma_ = gaussian.gamma();
}

}  // namespace mercer
