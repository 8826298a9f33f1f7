#ifndef MERCER_CORE_MAPS_FITTING_KERNELS_H_
#define MERCER_CORE_MAPS_FITTING_KERNELS_H_

#include <string>
#include <vector>

namespace mercer {

/// Names of the registered kernels that are dot product kernels, in the registry's order: the end
/// of the sentence that refuses another one.
std::vector<std::string> NamesOfDotProductKernels();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FITTING_KERNELS_H_
