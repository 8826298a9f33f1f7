#include "core/maps/fitting_kernels.h"

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

struct ExampleKernel {
  std::string name;
  std::unique_ptr<Kernel> kernel;
};

// One of each registered kernel but those made of others, whose parts decide what they are.
std::vector<ExampleKernel> MakeExamples() {
  std::vector<ExampleKernel> examples;
  for (const KernelEntry& entry : KernelRegistry().entries()) {
    try {
      examples.push_back({entry.name, MakeKernel(entry.name, ExampleParams(entry.params))});
    } catch (const InvalidInput&) {
      continue;
    }
  }
  return examples;
}

bool Fits(const Kernel& kernel, const std::function<bool(const Kernel&)>& fits) {
  try {
    return fits(kernel);
  } catch (const InvalidInput&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> NamesOfKernels(const std::function<bool(const Kernel&)>& fits) {
  static const std::vector<ExampleKernel> examples = MakeExamples();
  std::vector<std::string> names;
  for (const ExampleKernel& example : examples)
    if (Fits(*example.kernel, fits)) names.push_back(example.name);
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
