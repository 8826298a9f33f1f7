#ifndef MERCER_CORE_KERNELS_DOT_PRODUCT_POLYNOMIAL_H_
#define MERCER_CORE_KERNELS_DOT_PRODUCT_POLYNOMIAL_H_

#include <optional>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// k(x, y) = <x, y>. a_1 = 1, all others 0.
class LinearKernel : public DotProductKernel {
 public:
  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return 1; }
  double Profile(double t) const override { return t; }
  std::string Describe() const override { return "linear"; }

 protected:
  void ApplyProfile(MatrixRef) const override {}
};

/// k(x, y) = (scale·<x, y> + offset)^degree, degree ≥ 1, scale > 0, offset ≥ 0 (Kar & Karnick 2012,
/// section 6: degree 10, offset 1). a_n = C(degree, n)·scale^n·offset^(degree−n).
class PolynomialKernel : public DotProductKernel {
 public:
  PolynomialKernel(Index degree, double offset, double scale);

  Index degree() const { return degree_; }
  double offset() const { return offset_; }
  double scale() const { return scale_; }

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return degree_; }
  double Profile(double t) const override;
  std::string Describe() const override;
  void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                              Index n) const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  Index degree_;
  double offset_;
  double scale_;
};

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

/// The parameters of (scale·<x, y> + offset)^degree, the form of the kernels polynomial and
/// homogeneous_polynomial.
struct PolynomialForm {
  Index degree = 0;
  double offset = 0;
  double scale = 1;
};

/// The form of a polynomial or homogeneous_polynomial kernel; empty for all other kernels.
std::optional<PolynomialForm> PolynomialFormOf(const Kernel& kernel);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_DOT_PRODUCT_POLYNOMIAL_H_
