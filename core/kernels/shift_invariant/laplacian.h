#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_LAPLACIAN_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_LAPLACIAN_H_

#include <string>

#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

/// k(x, y) = exp(−Σ_j |x_j − y_j|/sigma), sigma > 0 (Rahimi & Recht 2007, figure 1). The
/// coordinates of a frequency follow the Cauchy law of scale 1/sigma.
class LaplacianKernel : public ProductLawKernel {
 public:
  /// Throws InvalidInput if sigma² or 1/sigma² is 0 or infinite as a double.
  explicit LaplacianKernel(double sigma);

  double Quantile(double u) const override;
  double CharacteristicFunction(double t) const override;
  std::string Describe() const override;

  double sigma() const { return sigma_; }

 protected:
  void ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                       MatrixRef out) const override;

 private:
  double sigma_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_LAPLACIAN_H_
