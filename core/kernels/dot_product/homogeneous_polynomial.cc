#include "core/kernels/dot_product/homogeneous_polynomial.h"

#include "core/base/error.h"
#include "core/kernels/shift_invariant/profile.h"

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

KernelEntry HomogeneousPolynomialEntry() {
  KernelEntry entry;
  entry.name = "homogeneous_polynomial";
  entry.summary = "<x, y>^degree";
  entry.citation = "kar2012, section 6";
  entry.params = {DegreeSpec("the power")};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<HomogeneousPolynomialKernel>(params.Get("degree").AsInteger());
  };
  return entry;
}

}  // namespace mercer
