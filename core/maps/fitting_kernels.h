#ifndef MERCER_CORE_MAPS_FITTING_KERNELS_H_
#define MERCER_CORE_MAPS_FITTING_KERNELS_H_

#include <functional>
#include <string>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// Names of the registered kernels of which `fits` holds, in the registry's order.
std::vector<std::string> NamesOfKernels(const std::function<bool(const Kernel&)>& fits);

/// Names of the registered kernels that a map takes, with example parameters for both. The one
/// place that lists the pairs: `mercer list maps` prints it, docs/pairs.md is made from it.
std::vector<std::string> KernelsFitting(const MapEntry& map);

/// Throws InvalidInput, one sentence: "map 'm' does not fit kernel k; expected <capability>: <the
/// names of the fitting kernels>".
[[noreturn]] void ThrowUnfitKernel(const std::string& map, const Kernel& kernel,
                                   const std::string& capability,
                                   const std::function<bool(const Kernel&)>& fits);

/// The kernel as the capability that a map asks for. Throws as ThrowUnfitKernel where it has it
/// not.
template <class Capability>
const Capability& KernelAs(const std::string& map, const Kernel& kernel,
                           const std::string& capability) {
  const auto* fitting = dynamic_cast<const Capability*>(&kernel);
  if (fitting == nullptr) {
    ThrowUnfitKernel(map, kernel, capability, [](const Kernel& k) {
      return dynamic_cast<const Capability*>(&k) != nullptr;
    });
  }
  return *fitting;
}

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FITTING_KERNELS_H_
