#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_EXPONENTIAL_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_EXPONENTIAL_H_

#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = exp(<x, y> / sigma²), sigma > 0 (Kar & Karnick 2012, section 6, where sigma is the
/// mean distance of the training rows: bandwidth.h). a_n = 1 / (sigma^(2n)·n!).
class ExponentialKernel : public DotProductKernel {
 public:
  /// Throws InvalidInput if sigma² is 0 or infinite as a double.
  explicit ExponentialKernel(double sigma);

  double sigma() const { return sigma_; }

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return -1; }
  double Profile(double t) const override;
  std::string Describe() const override;
  void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                              Index n) const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  double sigma_;
  double sigma_squared_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_EXPONENTIAL_H_
