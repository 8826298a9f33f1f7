#include "experiments/config/trial/specs.h"

#include <algorithm>

#include "core/base/text.h"

namespace mercer {
namespace {

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Applies(const DatasetSpec& dataset, const MethodSpec& method, const std::string& kernel) {
  return (dataset.kernels.empty() || Has(dataset.kernels, kernel)) &&
         (method.kernels.empty() || Has(method.kernels, kernel));
}

const std::vector<NamedParams>& KernelsOf(const DatasetSpec& dataset,
                                          const std::vector<NamedParams>& of_config) {
  return dataset.own_kernels.empty() ? of_config : dataset.own_kernels;
}

const TuningSpec* TuningOf(const std::vector<TuningSpec>& tuning, const std::string& method) {
  for (const TuningSpec& spec : tuning) {
    if (spec.method == method || Has(spec.share_with, method)) return &spec;
  }
  return nullptr;
}

const MethodSpec* MethodOf(const std::vector<MethodSpec>& methods, const std::string& id) {
  const auto it = std::find_if(methods.begin(), methods.end(),
                               [&](const MethodSpec& method) { return method.id == id; });
  return it == methods.end() ? nullptr : &*it;
}

CountTarget TargetOf(const MethodSpec& method, Index count) {
  for (std::size_t i = 0; i < method.targets.size(); ++i)
    if (method.num_random_features[i] == count) return method.targets[i];
  return {};
}

std::optional<Index> TunedCount(const MethodSpec& tuned, Index count) {
  if (!tuned.map) return 0;
  const std::vector<Index>& counts = tuned.num_random_features;
  if (std::find(counts.begin(), counts.end(), count) != counts.end()) return count;
  return counts.size() == 1 ? std::optional(counts.front()) : std::nullopt;
}

}  // namespace mercer
