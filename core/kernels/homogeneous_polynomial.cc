#include "core/kernels/homogeneous_polynomial.h"

#include "core/base/error.h"
#include "core/kernels/profile.h"

namespace mercer {

HomogeneousPolynomialKernel::HomogeneousPolynomialKernel(Index degree) : degree_(degree) {
  MERCER_CHECK(degree >= 1);
}

double HomogeneousPolynomialKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == degree_ ? 1 : 0;
}

double HomogeneousPolynomialKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n == degree_ ? 0 : -std::numeric_limits<double>::infinity();
}

double HomogeneousPolynomialKernel::Profile(double t) const { return IntegerPower(t, degree_); }

std::string HomogeneousPolynomialKernel::Describe() const {
  return "homogeneous_polynomial(degree=" + std::to_string(degree_) + ")";
}

void HomogeneousPolynomialKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) { PowerInPlace(values, n, degree_); });
}

}  // namespace mercer
