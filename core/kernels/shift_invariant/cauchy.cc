#include "core/kernels/shift_invariant/cauchy.h"

#include <cmath>

#include "core/base/text.h"
#include "core/kernels/itemset/coordinate_fold.h"
#include "core/kernels/shift_invariant/profile.h"

namespace mercer {

CauchyKernel::CauchyKernel(double sigma) : sigma_(CheckedBandwidth("cauchy", sigma)) {}

double CauchyKernel::Quantile(double u) const {
  return (u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u))) / sigma_;
}

double CauchyKernel::CharacteristicFunction(double t) const {
  const double ratio = t / sigma_;
  return 1 / (1 + ratio * ratio);
}

std::string CauchyKernel::Describe() const { return "cauchy(sigma=" + FormatNumber(sigma_) + ")"; }

void CauchyKernel::ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                   MatrixRef out) const {
  const double inverse = 1 / (sigma_ * sigma_);
  FoldCoordinates(
      x, begin, count, y, 1.0,
      [inverse](double product, double difference) {
        return product * (1 + difference * difference * inverse);
      },
      out);
  ForEachRun(out, [](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = 1 / values[i];
  });
}

KernelEntry CauchyEntry() {
  KernelEntry entry;
  entry.name = "cauchy";
  entry.summary = "product over j of 1 / (1 + (x_j-y_j)^2 / sigma^2)";
  entry.citation = "Rahimi & Recht 2007, figure 1";
  entry.params = {SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<CauchyKernel>(BandwidthOf("cauchy", params));
  };
  return entry;
}

}  // namespace mercer
