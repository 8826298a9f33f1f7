#include "core/kernels/dot_product/linear.h"

#include "core/base/error.h"

namespace mercer {

double LinearKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 1 : 0;
}

double LinearKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == 1 ? 0 : -std::numeric_limits<double>::infinity();
}

KernelEntry LinearEntry() {
  KernelEntry entry;
  entry.name = "linear";
  entry.summary = "<x, y>";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<LinearKernel>();
  };
  return entry;
}

}  // namespace mercer
