#include "python/bindings/named.h"

#include <optional>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "experiments/json/parse_json.h"

namespace mercer::python {

NamedParams ParseObject(const std::string& what, const std::string& json) {
  Faults faults;
  const std::optional<Json> object = ParseConfigJson(json, faults);
  if (!faults.empty()) throw InvalidInput(FormatFaults(what, faults.Take()));
  const std::optional<ParamValue> value =
      object && object->is_object() ? ToParamValue(*object) : std::nullopt;
  if (!value) {
    throw InvalidInput(what + " is " + Cut(json) +
                       "; expected a name with parameters, none of which is null");
  }
  const NestedValue nested = AsNested(*value);
  return {nested.name, nested.params};
}

std::string ToJson(const NamedParams& named) { return FromNamed(named).dump(); }

NamedKernel::NamedKernel(const std::string& json)
    : named_(ReadObject(KernelRegistry(), json)), kernel_(MakeKernel(named_.name, named_.params)) {}

std::string NamedKernel::Resolve(const std::string& json, const RowSource& rows,
                                 std::uint64_t seed) {
  NamedParams named = ReadObject(KernelRegistry(), json);
  if (HasBandwidthRule(named.params))
    named.params = ResolveBandwidth(named.params, rows.All(), seed);
  return ToJson(named);
}

std::string NamedKernel::WithBandwidth(const std::string& json) {
  NamedParams named = ParseObject("kernel", json);
  const KernelEntry* entry = KernelRegistry().Find(named.name);
  const bool given = named.params.Find("sigma") != nullptr || named.params.Find("gamma") != nullptr;
  if (entry == nullptr || given) return json;
  for (const ParamSpec& spec : entry->params) {
    if (spec.name == "sigma" && !spec.default_value && !spec.absence)
      named.params.Set("sigma", "mean_distance");
  }
  return ToJson(named);
}

bool NamedKernel::HasRule(const std::string& json) {
  return HasBandwidthRule(ReadObject(KernelRegistry(), json).params);
}

}  // namespace mercer::python
