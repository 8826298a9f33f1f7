#include "core/maps/fitting_kernels.h"

#include <memory>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

bool Fits(const KernelEntry& entry, const std::function<bool(const Kernel&)>& fits) {
  try {
    return fits(*MakeKernel(entry.name, ExampleParams(entry.params)));
  } catch (const InvalidInput&) {
    return false;  // a kernel that is made of others: its parts decide what it is
  }
}

}  // namespace

std::vector<std::string> NamesOfKernels(const std::function<bool(const Kernel&)>& fits) {
  std::vector<std::string> names;
  for (const KernelEntry& entry : KernelRegistry().entries())
    if (Fits(entry, fits)) names.push_back(entry.name);
  return names;
}

void ThrowUnfitKernel(const std::string& map, const Kernel& kernel, const std::string& capability,
                      const std::function<bool(const Kernel&)>& fits) {
  throw InvalidInput("map '" + map + "' does not fit kernel " + kernel.Describe() + "; expected " +
                     capability + ": " + Join(NamesOfKernels(fits), ", "));
}

std::vector<std::string> KernelsFitting(const MapEntry& map) {
  const std::unique_ptr<FeatureMapSpec> spec =
      map.make(Resolve("map '" + map.name + "'", map.params, ExampleParams(map.params)));
  return NamesOfKernels([&](const Kernel& kernel) {
    spec->CheckKernel(kernel);
    return true;
  });
}

}  // namespace mercer
