#include "core/kernels/dot_product/vovk.h"

#include "core/base/error.h"
#include "core/kernels/shift_invariant/profile.h"

namespace mercer {

VovkKernel::VovkKernel(Index degree) : degree_(degree) { MERCER_CHECK(degree >= 1); }

double VovkKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n < degree_ ? 1 : 0;
}

double VovkKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n < degree_ ? 0 : -std::numeric_limits<double>::infinity();
}

double VovkKernel::Profile(double t) const {
  GeometricSumInPlace(&t, 1, degree_);
  return t;
}

std::string VovkKernel::Describe() const { return "vovk(degree=" + std::to_string(degree_) + ")"; }

void VovkKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) { GeometricSumInPlace(values, n, degree_); });
}

KernelEntry VovkEntry() {
  KernelEntry entry;
  entry.name = "vovk";
  entry.summary = "Vovk's real polynomial 1 + t + ... + t^(degree - 1) with t = <x, y>";
  entry.citation = "kar2012, section 2";
  entry.params = {DegreeSpec("the number of terms")};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<VovkKernel>(params.Get("degree").AsInteger());
  };
  return entry;
}

}  // namespace mercer
