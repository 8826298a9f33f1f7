#include "core/maps/fitting_kernels.h"

#include <cmath>
#include <memory>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/base/text.h"
#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

// Some legal value of each parameter that must be given, or shows how: enough to ask an entry for its capability.
Params SampleParams(const std::vector<ParamSpec>& specs) {
  Params params;
  for (const ParamSpec& spec : specs) {
    if (spec.example) {
      params.Set(spec.name, *spec.example);
      continue;
    }
    if (spec.default_value || spec.optional) continue;
    const double inside = std::isfinite(spec.min) ? spec.min + 1 : 1;
    if (spec.kind == ParamKind::kInteger) {
      params.Set(spec.name, static_cast<std::int64_t>(inside));
    } else if (spec.kind == ParamKind::kNumber || spec.kind == ParamKind::kNumberOrText) {
      params.Set(spec.name, inside);
    } else if (spec.kind == ParamKind::kText && !spec.choices.empty()) {
      params.Set(spec.name, spec.choices.front());
    }
  }
  return params;
}

bool Fits(const KernelEntry& entry, const std::function<bool(const Kernel&)>& fits) {
  try {
    return fits(*MakeKernel(entry.name, SampleParams(entry.params)));
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

}  // namespace mercer
