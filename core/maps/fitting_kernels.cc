#include "core/maps/fitting_kernels.h"

#include <cmath>
#include <memory>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/kernels/builtin_kernels.h"

namespace mercer {
namespace {

// Some legal value of each parameter that must be given: enough to ask an entry for its capability.
Params SampleParams(const std::vector<ParamSpec>& specs) {
  Params params;
  for (const ParamSpec& spec : specs) {
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

bool IsDotProductKernel(const KernelEntry& entry) {
  try {
    const std::unique_ptr<Kernel> kernel = MakeKernel(entry.name, SampleParams(entry.params));
    return dynamic_cast<const DotProductKernel*>(kernel.get()) != nullptr;
  } catch (const InvalidInput&) {
    return false;  // a kernel that is made of others: its parts decide what it is
  }
}

}  // namespace

std::vector<std::string> NamesOfDotProductKernels() {
  std::vector<std::string> names;
  for (const KernelEntry& entry : KernelRegistry().entries())
    if (IsDotProductKernel(entry)) names.push_back(entry.name);
  return names;
}

}  // namespace mercer
