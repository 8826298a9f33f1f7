#include "core/kernels/skeleton/conjugate_activation.h"

#include <algorithm>

namespace mercer {

void ConjugateActivation::Apply(double* values, Index n) const {
  for (Index i = 0; i < n; ++i) values[i] = Value(std::clamp(values[i], -1.0, 1.0));
}

ActivationEntry NewActivationEntry(const std::string& name, const std::string& summary,
                                   const std::vector<ParamSpec>& params,
                                   std::unique_ptr<ConjugateActivation> (*make)(const Params&)) {
  ActivationEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.citation = "daniely2017, section 5";
  entry.params = params;
  entry.make = make;
  return entry;
}

const Registry<ActivationEntry>& ActivationRegistry() {
  static const Registry<ActivationEntry> registry(
      "activation", {IdentityEntry(), ReluEntry(), StepEntry(), ExponentialActivationEntry(),
                     SineEntry(), CosineEntry(), ErfEntry(), HermiteEntry()});
  return registry;
}

std::unique_ptr<ConjugateActivation> MakeActivation(const std::string& name, const Params& params) {
  const Registry<ActivationEntry>& registry = ActivationRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer
