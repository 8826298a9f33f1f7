#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_GAUSSIAN_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_GAUSSIAN_H_

#include <string>

#include "core/kernels/kernel.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

/// k(x, y) = exp(−|x − y|²/(2 sigma²)) = exp(−gamma |x − y|²), sigma > 0 (Rahimi & Recht 2007;
/// Cotter et al. 2011, section 2). Frequencies are N(0, I/sigma²), a law that is both a product and
/// radial.
class GaussianKernel : public RadialKernel {
 public:
  /// Throws InvalidInput if sigma² or 1/sigma² is 0 or infinite as a double.
  explicit GaussianKernel(double sigma);

  double sigma() const { return sigma_; }
  double gamma() const { return gamma_; }

  /// Returns 1/sigma and draws nothing from the stream.
  double SampleScale(RandomStream& stream) const override;
  bool IsProduct() const override { return true; }
  double Quantile(double u) const override;
  double CharacteristicFunction(double t) const override;
  std::string Describe() const override;
  void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                              Index n) const override;

 protected:
  void ApplyProfile(double* squared_distances, Index n) const override;

 private:
  double sigma_;
  double gamma_;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_GAUSSIAN_H_
