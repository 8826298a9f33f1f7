#ifndef MERCER_CORE_KERNELS_COMBINED_SUM_PRODUCT_H_
#define MERCER_CORE_KERNELS_COMBINED_SUM_PRODUCT_H_

#include <memory>
#include <string>
#include <vector>

#include "core/kernels/kernel.h"

namespace mercer {

/// The parts of a sum or product of kernels; shared because they never change.
using KernelParts = std::vector<std::shared_ptr<const Kernel>>;

/// Makes the kernels listed in a resolved parameter, a list of nested values.
KernelParts MakeKernelParts(const ParamValue& list);

/// The parameter that lists the kernels.
ParamSpec KernelPartsSpec(const std::string& help);

/// "of=[gaussian(sigma=1),linear]".
std::string DescribeParts(const KernelParts& parts);

/// k(x, y) = Σ_i w_i k_i(x, y), each w_i > 0. Costs as much as the parts together.
class SumKernel : public Kernel {
 public:
  /// Throws InvalidInput if the numbers of weights and parts differ.
  SumKernel(KernelParts parts, std::vector<double> weights);

  const KernelParts& parts() const { return parts_; }
  const std::vector<double>& weights() const { return weights_; }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  std::string Describe() const override;

 private:
  KernelParts parts_;
  std::vector<double> weights_;
};

/// k(x, y) = Π_i k_i(x, y), positive definite by Schur's product theorem. Costs as much as the
/// parts together.
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

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_COMBINED_SUM_PRODUCT_H_
