#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_HOMOGENEOUS_POLYNOMIAL_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_HOMOGENEOUS_POLYNOMIAL_H_

#include <string>

#include "core/kernels/kernel_entry.h"

namespace mercer {

/// k(x, y) = <x, y>^degree, degree ≥ 1 (Kar & Karnick 2012, section 6: degree 10). a_degree = 1,
/// all others 0.
class HomogeneousPolynomialKernel : public DotProductKernel {
 public:
  explicit HomogeneousPolynomialKernel(Index degree);

  Index degree() const { return degree_; }

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return degree_; }
  double Profile(double t) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  Index degree_;
};

KernelEntry HomogeneousPolynomialEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_HOMOGENEOUS_POLYNOMIAL_H_
