#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_LINEAR_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_LINEAR_H_

#include <string>

#include "core/kernels/kernel_entry.h"

namespace mercer {

/// k(x, y) = <x, y>. a_1 = 1, all others 0.
class LinearKernel : public DotProductKernel {
 public:
  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return 1; }
  double Profile(double t) const override { return t; }
  std::string Describe() const override { return "linear"; }

 protected:
  void ApplyProfile(MatrixRef) const override {}
};

KernelEntry LinearEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_LINEAR_H_
