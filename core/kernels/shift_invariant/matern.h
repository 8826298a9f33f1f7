#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_MATERN_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_MATERN_H_

#include <string>

#include "core/kernels/kernel_entry.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

namespace mercer {

/// The Matérn kernel of r = |x − y|, sigma > 0 (Rasmussen & Williams 2006, equation 4.17):
///
///   nu = 1/2: exp(−r/sigma);  nu = 3/2: (1 + a) exp(−a), a = √3 r/sigma;
///   nu = 5/2: (1 + a + a²/3) exp(−a), a = √5 r/sigma.
///
/// Frequencies follow the multivariate t law with 2 nu degrees of freedom and scale 1/sigma:
/// w = g·√(2 nu/c)/sigma with c of the chi-square law with 2 nu degrees.
class MaternKernel : public RadialKernel {
 public:
  /// Throws InvalidInput where nu is not 1/2, 3/2 or 5/2, or sigma² or 1/sigma² is 0 or infinite as
  /// a double.
  MaternKernel(double nu, double sigma);

  double nu() const { return nu_; }
  double sigma() const { return sigma_; }

  /// From 2 nu of the stream's Gaussians, the sum of whose squares is c.
  double SampleScale(RandomStream& stream) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(double* squared_distances, Index n) const override;

 private:
  double nu_;
  double sigma_;
};

KernelEntry MaternEntry();

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_MATERN_H_
