#ifndef MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_
#define MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// A kernel written as k(x, y) = g(x) g(y) f(<x, y>) with f(t) = Σ a_n t^n. A dot product kernel
/// has g = 1; the Gaussian kernel has g(x) = exp(−|x|²/(2σ²)) and f(t) = exp(t/σ²).
class MaclaurinSeries {
 public:
  /// The kernel must outlive this object. Throws InvalidInput, naming the map, if it is of another
  /// kind.
  MaclaurinSeries(const std::string& map, const Kernel& kernel);

  /// f, with its coefficients and its domain.
  const DotProductKernel& profile() const { return *profile_; }

  /// The gamma of g(x) = exp(−gamma·|x|²): 1/(2σ²), or 0 for a dot product kernel.
  double gamma() const { return gamma_; }

 private:
  std::unique_ptr<DotProductKernel> exponential_{};  // f of the Gaussian kernel
  const DotProductKernel* profile_ = nullptr;
  double gamma_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_MACLAURIN_MACLAURIN_SERIES_H_
