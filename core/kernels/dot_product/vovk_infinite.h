#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_INFINITE_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_INFINITE_H_

#include <string>

#include "core/kernels/kernel_entry.h"

namespace mercer {

/// Vovk's infinite polynomial kernel k(x, y) = 1 / (1 − <x, y>) for rows with |x| < 1 (Kar &
/// Karnick 2012, section 2). a_n = 1 for every n.
class VovkInfiniteKernel : public DotProductKernel {
 public:
  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return -1; }
  double Profile(double t) const override { return 1.0 / (1.0 - t); }
  double Radius() const override { return 1; }
  std::string Describe() const override { return "vovk_infinite"; }

 protected:
  void ApplyProfile(MatrixRef t) const override;
};

KernelEntry VovkInfiniteEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_INFINITE_H_
