#ifndef MERCER_CORE_KERNELS_KERNEL_ENTRY_H_
#define MERCER_CORE_KERNELS_KERNEL_ENTRY_H_

#include <memory>
#include <string>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// What the registry holds of a kernel. Each kernel's source defines its own.
struct KernelEntry : RegistryInfo {
  /// `params` are resolved (every default filled in) and in range; a bandwidth is a number.
  std::unique_ptr<Kernel> (*make)(const Params& params) = nullptr;
};

/// The power of a polynomial kernel.
ParamSpec DegreeSpec(const std::string& help);

/// A bandwidth in the unit of the rows: a number > 0 or a rule on the training rows (bandwidth.h).
ParamSpec SigmaSpec();

/// Kernels as nested values (builtin_kernels.cc).
const NestedKind& KernelKind();

/// A resolved bandwidth. Throws InvalidInput, naming the kernel, where it is still a rule.
double BandwidthOf(const std::string& kernel, const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_KERNEL_ENTRY_H_
