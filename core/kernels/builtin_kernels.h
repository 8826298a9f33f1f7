#ifndef MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_
#define MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_

#include <memory>
#include <string>

#include "core/kernels/kernel.h"

namespace mercer {

/// Every kernel, in the order of the documentation.
const Registry<KernelEntry>& KernelRegistry();

/// Checks the parameters, fills in defaults and makes the kernel. Throws InvalidInput; so does a
/// bandwidth rule ("mean_distance") that has not been replaced by its number (bandwidth.h).
std::unique_ptr<Kernel> MakeKernel(const std::string& name, const Params& params);

/// The same of a nested value: {"name": "gaussian", "sigma": 1}, or a bare name.
std::unique_ptr<Kernel> MakeKernel(const ParamValue& nested);

/// The same kernel again, for whoever must own one. Of a kernel that MakeKernel made; others abort.
std::unique_ptr<Kernel> CopyKernel(const Kernel& kernel);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_BUILTIN_KERNELS_H_
