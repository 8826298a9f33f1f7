#ifndef MERCER_CORE_KERNELS_COMBINED_PRODUCT_H_
#define MERCER_CORE_KERNELS_COMBINED_PRODUCT_H_

#include <string>

#include "core/kernels/combined/sum.h"

namespace mercer {

/// k(x, y) = Π_i k_i(x, y), positive definite by Schur's theorem. Costs what the parts do.
class ProductKernel : public Kernel {
 public:
  explicit ProductKernel(KernelParts parts);

  const KernelParts& parts() const { return parts_; }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  std::string Describe() const override { return "product(" + DescribeParts(parts_) + ")"; }

 private:
  KernelParts parts_;
};

KernelEntry ProductEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_COMBINED_PRODUCT_H_
