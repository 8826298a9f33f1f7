#ifndef MERCER_CORE_KERNELS_SHIFT_INVARIANT_SHIFT_INVARIANT_KERNEL_H_
#define MERCER_CORE_KERNELS_SHIFT_INVARIANT_SHIFT_INVARIANT_KERNEL_H_

#include "core/base/random.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = κ(x − y) with κ(0) = 1: by Bochner's theorem κ(δ) = E cos(<w, δ>) for frequencies w
/// drawn from the kernel's spectral law (Rahimi & Recht 2007; Yang et al. 2014, section 2).
class ShiftInvariantKernel : public Kernel {
 public:
  /// κ(δ) for a difference of d values. O(d).
  virtual double Value(const Vector& difference) const = 0;

  /// Draws one frequency of d values from the spectral law, using the stream's next words. If the
  /// law is a product, the words that coordinate j uses do not depend on d.
  virtual void SampleFrequency(RandomStream& stream, Index d, double* frequency) const = 0;

  /// Whether the coordinates of a frequency are independent and identically distributed: κ(δ) = Π_j
  /// φ(δ_j).
  virtual bool IsProduct() const { return false; }

  /// The quantile function of one coordinate of a frequency, 0 < u < 1; odd about u = 1/2, relative
  /// error below 1e-13. Aborts unless the law is a product.
  virtual double Quantile(double u) const;

  /// φ(t) = E cos(w_j t), the characteristic function of one coordinate. Aborts unless the law is a
  /// product.
  virtual double CharacteristicFunction(double t) const;

  /// Whether the law is a scale mixture of standard Gaussians, w = s·g, hence radial: κ depends on
  /// |δ| only.
  virtual bool IsRadial() const { return false; }

  /// Draws a scale s of the mixture. Aborts unless the law is radial.
  virtual double SampleScale(RandomStream& stream) const;

  /// Values are exactly 1 for equal rows x_i and y_j.
  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const final;
  Vector Diagonal(const Examples& x) const final;

 protected:
  /// GramRows for arguments whose sizes fit and whose values are finite.
  virtual void ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                               MatrixRef out) const = 0;
};

/// κ(δ) = f(|δ|²): the spectral law is a scale mixture of Gaussians (Schoenberg 1938).
class RadialKernel : public ShiftInvariantKernel, public InnerProductForm {
 public:
  double Value(const Vector& difference) const override;
  bool IsRadial() const override { return true; }
  double SampleScale(RandomStream& stream) const override = 0;

  /// Draws the scale first, then d standard Gaussians, which it multiplies by the scale.
  void SampleFrequency(RandomStream& stream, Index d, double* frequency) const override;

  void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                         Index n) const override;

 protected:
  /// Applies f in place to n squared distances; a distance of 0 gives exactly 1.
  virtual void ApplyProfile(double* squared_distances, Index n) const = 0;

  void ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                       MatrixRef out) const override;
};

/// κ(δ) = Π_j φ(δ_j): the coordinates of a frequency are independent.
class ProductLawKernel : public ShiftInvariantKernel {
 public:
  double Value(const Vector& difference) const override;
  bool IsProduct() const override { return true; }
  double Quantile(double u) const override = 0;
  double CharacteristicFunction(double t) const override = 0;

  /// Coordinate j is the quantile at (b + 1/2)/2^52, b the upper 52 bits of the stream's j-th
  /// 64-bit word.
  void SampleFrequency(RandomStream& stream, Index d, double* frequency) const override;
};

/// Returns sigma. Throws InvalidInput, naming the kernel, if sigma² or 1/sigma² is 0 or infinite in
/// double precision.
double CheckedBandwidth(const std::string& kernel, double sigma);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_SHIFT_INVARIANT_SHIFT_INVARIANT_KERNEL_H_
