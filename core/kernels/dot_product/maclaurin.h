#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_MACLAURIN_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_MACLAURIN_H_

#include <string>
#include <vector>

#include "core/kernels/kernel_entry.h"

namespace mercer {

/// k(x, y) = Σ_n a_n <x, y>^n for the coefficients given, each ≥ 0 and one at least > 0: any dot
/// product kernel of finite order (Kar & Karnick 2012, Theorem 1). O(order) a value.
class MaclaurinKernel : public DotProductKernel {
 public:
  /// Zeros at the end are dropped. Throws InvalidInput where every coefficient is 0.
  explicit MaclaurinKernel(std::vector<double> coefficients);

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return static_cast<Index>(coefficients_.size()) - 1; }
  double Profile(double t) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  std::vector<double> coefficients_;
};

KernelEntry MaclaurinEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_MACLAURIN_H_
