#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_H_

#include <string>

#include "core/kernels/kernel_entry.h"

namespace mercer {

/// Vovk's real polynomial kernel k(x, y) = (1 − t^degree) / (1 − t) = 1 + t + … + t^(degree−1) with
/// t = <x, y>, degree ≥ 1 (Kar & Karnick 2012, section 2). a_n = 1 for n < degree.
class VovkKernel : public DotProductKernel {
 public:
  explicit VovkKernel(Index degree);

  Index degree() const { return degree_; }

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return degree_ - 1; }
  double Profile(double t) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  Index degree_;
};

KernelEntry VovkEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_VOVK_H_
