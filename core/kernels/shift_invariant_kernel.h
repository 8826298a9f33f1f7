#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_KERNEL_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_KERNEL_H_

#include "core/base/random.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = κ(x − y) with κ(0) = 1: by Bochner's theorem κ(δ) = E cos(<w, δ>) for frequencies w of
/// the kernel's spectral law (Rahimi & Recht 2007; Yang et al. 2014, section 2).
class ShiftInvariantKernel : public Kernel {
 public:
  /// κ(δ) for a difference of d values. O(d).
  virtual double Value(const Vector& difference) const = 0;

  /// One frequency of the spectral law, d values, from the stream's next words. Coordinate j uses
  /// words that do not depend on d where the law is a product.
  virtual void SampleFrequency(RandomStream& stream, Index d, double* frequency) const = 0;

  /// Whether the coordinates of a frequency are independent with one law each:
  /// κ(δ) = Π_j φ(δ_j).
  virtual bool IsProduct() const { return false; }

  /// The quantile function of one coordinate of a frequency, 0 < u < 1. Product laws only; others
  /// abort.
  virtual double Quantile(double u) const;

  /// φ(t) = E cos(w_j t), the characteristic function of one coordinate. Product laws only; others
  /// abort.
  virtual double CharacteristicFunction(double t) const;

  /// Whether the law is a scale mixture of standard Gaussians, w = s·g, hence radial: κ depends on
  /// |δ| only.
  virtual bool IsRadial() const { return false; }

  /// A scale s of the mixture. Radial laws only; others abort.
  virtual double SampleScale(RandomStream& stream) const;
};

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_KERNEL_H_
