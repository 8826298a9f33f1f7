#include "core/kernels/shift_invariant/laplacian.h"

#include <cmath>
#include <numbers>

#include "core/base/text.h"
#include "core/kernels/itemset/coordinate_fold.h"
#include "core/kernels/shift_invariant/profile.h"
#include "core/linalg/vector_functions.h"

namespace mercer {

LaplacianKernel::LaplacianKernel(double sigma) : sigma_(CheckedBandwidth("laplacian", sigma)) {}

double LaplacianKernel::Quantile(double u) const {
  // tan(π(u − 1/2)), in each tail by its distance from that end.
  if (u < 0.25) return -1 / (sigma_ * std::tan(std::numbers::pi * u));
  if (u > 0.75) return 1 / (sigma_ * std::tan(std::numbers::pi * (1 - u)));
  return std::tan(std::numbers::pi * (u - 0.5)) / sigma_;
}

double LaplacianKernel::CharacteristicFunction(double t) const {
  return std::exp(-std::abs(t) / sigma_);
}

std::string LaplacianKernel::Describe() const {
  return "laplacian(sigma=" + FormatNumber(sigma_) + ")";
}

void LaplacianKernel::ComputeGramRows(const Examples& x, Index begin, Index count,
                                      const Examples& y, MatrixRef out) const {
  FoldCoordinates(
      x, begin, count, y, 0.0,
      [](double sum, double difference) { return sum + std::abs(difference); }, out);
  ForEachRun(out, [this](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] /= -sigma_;
    VectorExp(values, n);
  });
}

KernelEntry LaplacianEntry() {
  KernelEntry entry;
  entry.name = "laplacian";
  entry.summary = "exp(-|x-y|_1 / sigma)";
  entry.citation = "Rahimi & Recht 2007, figure 1";
  entry.params = {SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<LaplacianKernel>(BandwidthOf("laplacian", params));
  };
  return entry;
}

}  // namespace mercer
