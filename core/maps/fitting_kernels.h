#ifndef MERCER_CORE_MAPS_FITTING_KERNELS_H_
#define MERCER_CORE_MAPS_FITTING_KERNELS_H_

#include <functional>
#include <string>
#include <vector>

#include "core/kernels/kernel.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// The names of the registered kernels for which `fits` holds, in the registry's order.
std::vector<std::string> NamesOfKernels(const std::function<bool(const Kernel&)>& fits);

/// The names of the registered kernels that a map accepts, both with example parameters. This is
/// the only place that determines the pairs: `mercer list maps` prints them, and docs/pairs.md is
/// made from them.
std::vector<std::string> KernelsFitting(const MapEntry& map);

/// Throws InvalidInput with the message "map 'm' does not fit kernel k; expected <capability>: <the
/// names of the fitting kernels>".
[[noreturn]] void ThrowUnfitKernel(const std::string& map, const Kernel& kernel,
                                   const std::string& capability,
                                   const std::function<bool(const Kernel&)>& fits);

/// The kernel as the capability that a map requires. Throws as ThrowUnfitKernel does if the kernel
/// does not have it.
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
