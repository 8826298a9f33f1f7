#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_TAYLOR_GAUSSIAN_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_TAYLOR_GAUSSIAN_H_

#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// The Gaussian kernel with its series truncated after degree r (Cotter et al. 2011, equation 10),
/// which the Taylor features of that degree (core/maps/polynomial/taylor.cc) span:
///
///   k(x, y) = exp(−(|x|² + |y|²)/(2 sigma²)) Σ_{k ≤ r} (<x, y>/sigma²)^k/k!,
///
/// sigma > 0, 1 ≤ r ≤ 170. A machine with this kernel is the linear machine on those C(d + r, r)
/// features, which are never computed. |k(x, y)| ≤ 1. O(d + r) per value.
class TaylorGaussianKernel : public Kernel, public InnerProductForm {
 public:
  static constexpr Index kMaxDegree = 170;  // 171! overflows a double

  /// Throws InvalidInput if sigma² or 1/sigma² is 0 or infinite as a double.
  TaylorGaussianKernel(Index degree, double sigma);

  Index degree() const { return degree_; }
  double sigma() const { return sigma_; }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;
  double OperationsPerValue(double nonzeros) const override;
  std::string Describe() const override;

  void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                         Index n) const override;
  /// Works in floats unless some exp(−(|x|² + |y|²)/(2 sigma²)) is too small for a float.
  void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                              Index n) const override;

 private:
  Index degree_;
  double sigma_;
  double inverse_square_;  // 1/sigma²
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_TAYLOR_GAUSSIAN_H_
