#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_CAUCHY_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_CAUCHY_H_

#include <string>

#include "core/kernels/kernel_entry.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

/// k(x, y) = Π_j 1/(1 + (x_j − y_j)²/sigma²), sigma > 0 (Rahimi & Recht 2007, figure 1). The
/// coordinates of a frequency follow the Laplace law of scale 1/sigma.
class CauchyKernel : public ProductLawKernel {
 public:
  /// Throws InvalidInput where sigma² or 1/sigma² is 0 or infinite as a double.
  explicit CauchyKernel(double sigma);

  double sigma() const { return sigma_; }

  double Quantile(double u) const override;
  double CharacteristicFunction(double t) const override;
  std::string Describe() const override;

 protected:
  void ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                       MatrixRef out) const override;

 private:
  double sigma_;
};

KernelEntry CauchyEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_CAUCHY_H_
