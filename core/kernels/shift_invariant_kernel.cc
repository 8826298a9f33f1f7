#include "core/kernels/shift_invariant_kernel.h"

#include "core/base/error.h"

namespace mercer {

double ShiftInvariantKernel::Quantile(double) const {
  MERCER_CHECK(IsProduct());
  return 0;
}

double ShiftInvariantKernel::CharacteristicFunction(double) const {
  MERCER_CHECK(IsProduct());
  return 0;
}

double ShiftInvariantKernel::SampleScale(RandomStream&) const {
  MERCER_CHECK(IsRadial());
  return 0;
}

}  // namespace mercer
