#include "core/kernels/dot_product/vovk_infinite.h"

#include "core/base/error.h"
#include "core/kernels/shift_invariant/profile.h"

namespace mercer {

double VovkInfiniteKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return 1;
}

double VovkInfiniteKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return 0;
}

void VovkInfiniteKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = 1.0 / (1.0 - values[i]);
  });
}

KernelEntry VovkInfiniteEntry() {
  KernelEntry entry;
  entry.name = "vovk_infinite";
  entry.summary = "Vovk's infinite polynomial 1 / (1 - <x, y>) for rows with |x| < 1";
  entry.citation = "kar2012, section 2";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<VovkInfiniteKernel>();
  };
  return entry;
}

}  // namespace mercer
