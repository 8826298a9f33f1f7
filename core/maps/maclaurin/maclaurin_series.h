#ifndef MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_
#define MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// A kernel as k(x, y) = g(x) g(y) f(<x, y>) with f(t) = Σ a_n t^n: a dot product kernel has g = 1,
/// the Gaussian kernel g(x) = exp(−|x|²/(2σ²)) and f(t) = exp(t/σ²).
class MaclaurinSeries {
 public:
  /// The kernel must outlive this object. Throws InvalidInput, in the name of the map, where it is
  /// of another kind.
  MaclaurinSeries(const std::string& map, const Kernel& kernel);

  /// f, with its coefficients and its domain.
  const DotProductKernel& profile() const { return *profile_; }

  /// g(x) = exp(−gamma·|x|²): 1/(2σ²), 0 of a dot product kernel.
  double gamma() const { return gamma_; }

 private:
  std::unique_ptr<DotProductKernel> exponential_{};  // f of the Gaussian kernel
  const DotProductKernel* profile_ = nullptr;
  double gamma_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_
