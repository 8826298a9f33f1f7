#ifndef MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_
#define MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// All registered kernels, in the order of the documentation.
const Registry<KernelEntry>& KernelRegistry();

/// Checks the parameters, fills in defaults and makes the kernel. Throws InvalidInput if a
/// parameter is invalid or a bandwidth rule ("mean_distance") has not been replaced by its number
/// (bandwidth.h).
std::unique_ptr<Kernel> MakeKernel(const std::string& name, const Params& params);

/// Makes the kernel that a nested value describes: {"name": "gaussian", "sigma": 1}, or a bare
/// name.
std::unique_ptr<Kernel> MakeKernel(const ParamValue& nested);

/// A copy of the kernel, for callers that must own one. Aborts unless MakeKernel made the kernel.
std::unique_ptr<Kernel> CopyKernel(const Kernel& kernel);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_
