#include "experiments/config/read/read_named.h"

#include <algorithm>

#include "core/base/text.h"

namespace mercer {
namespace {

const ParamSpec* SpecOf(const std::vector<ParamSpec>& specs, const std::string& name) {
  const auto it = std::find_if(specs.begin(), specs.end(),
                               [&](const ParamSpec& spec) { return spec.name == name; });
  return it == specs.end() ? nullptr : &*it;
}

// A sentence of CheckParams, with the nearest of the texts that the parameter takes.
std::string WithNearest(const ParamFault& fault, const std::vector<ParamSpec>& specs,
                        const Params& params) {
  const ParamSpec* spec = SpecOf(specs, fault.name);
  const ParamValue* value = params.Find(fault.name);
  if (spec == nullptr || value == nullptr || !value->is_text()) return fault.message;
  const std::string near = DidYouMean(value->AsText(), spec->choices);
  return near.empty() ? fault.message : fault.message + "; did you mean '" + near + "'?";
}

// What one key of the object holds: its values, more than one where a list expands.
struct Written {
  std::string name;
  std::vector<ParamValue> values;
  bool is_list = false;
};

std::vector<Params> Product(const std::vector<ParamSpec>& specs,
                            const std::vector<Written>& written) {
  std::vector<Params> variants(1);
  for (const ParamSpec& spec : specs) {
    for (const Written& item : written) {
      if (item.name != spec.name) continue;
      std::vector<Params> longer;
      for (const Params& variant : variants) {
        for (const ParamValue& value : item.values) {
          longer.push_back(variant);
          longer.back().Set(item.name, value);
        }
      }
      variants = std::move(longer);
    }
  }
  return variants;
}

ParamValue RulesAsOne(const ParamSpec& spec, const ParamValue& value) {
  if (spec.kind == ParamKind::kNumberOrText && value.is_text()) return 1.0;
  if (spec.kind == ParamKind::kList && spec.items) {
    ParamSpec item = spec;
    item.kind = *spec.items;
    item.items.reset();
    ParamValue::List list;
    for (const ParamValue& one : value.AsList()) list.push_back(RulesAsOne(item, one));
    return list;
  }
  if (spec.kind != ParamKind::kParams || spec.nested == nullptr) return value;
  const NestedValue nested = AsNested(value);
  Params replaced{{"name", nested.name}};
  const Params inner = WithRulesAsOne(spec.nested->find(nested.name)->params, nested.params);
  for (const auto& [key, one] : inner.entries()) replaced.Set(key, one);
  return replaced;
}

}  // namespace

std::vector<Params> ReadParams(const std::string& owner, const std::vector<ParamSpec>& specs,
                               const Json& object, const std::vector<std::string>& other_keys,
                               const std::string& relative, const Place& place, bool expand,
                               Faults& faults) {
  const std::size_t before = faults.said();
  std::vector<Written> written;
  Params first;  // each parameter, a list by its first item: missing and unknown ones show here
  std::vector<ParamSpec> checked = specs;  // without those whose fault is said already
  const auto said = [&](const std::string& key, const std::string& message) {
    faults.Add(place.Of(Child(relative, key)), message);
    std::erase_if(checked, [&](const ParamSpec& spec) { return spec.name == key; });
  };
  for (const auto& [key, json] : object.items()) {
    if (std::find(other_keys.begin(), other_keys.end(), key) != other_keys.end()) continue;
    const std::optional<ParamValue> value = ToParamValue(json);
    if (!value) {
      said(key, owner + ": " + key + " is " + Show(json) + "; expected a value, not null");
      continue;
    }
    const ParamSpec* spec = SpecOf(specs, key);
    const bool is_list =
        expand && spec != nullptr && spec->kind != ParamKind::kList && value->is_list();
    if (is_list && value->AsList().empty()) {
      said(key, owner + ": " + key + " is []; expected " + spec->Rule() + ", or a list of these");
      continue;
    }
    written.push_back({key, is_list ? value->AsList() : std::vector<ParamValue>{*value}, is_list});
    first.Set(key, written.back().values.front());
  }
  const auto add = [&](const std::string& at, const ParamFault& fault, const Params& params) {
    faults.Add(place.Of(at), WithNearest(fault, specs, params));
  };
  for (const ParamFault& fault : CheckParams(owner, checked, first)) {
    const bool absent = fault.name.empty();
    std::string pointer = absent ? relative : Child(relative, fault.name);
    const auto item = std::find_if(written.begin(), written.end(),
                                   [&](const Written& w) { return w.name == fault.name; });
    if (item != written.end() && item->is_list) pointer = Child(pointer, 0);
    add(pointer + fault.below, fault, first);
  }
  for (const Written& item : written) {
    for (std::size_t i = 1; i < item.values.size(); ++i) {
      const Params one{{item.name, item.values[i]}};
      for (const ParamFault& fault : CheckParams(owner, {*SpecOf(specs, item.name)}, one)) {
        add(Child(Child(relative, item.name), i) + fault.below, fault, one);
      }
    }
  }
  constexpr double kMostVariants = 10000;
  double count = 1;
  for (const Written& item : written) count *= static_cast<double>(item.values.size());
  if (count > kMostVariants) {
    faults.Add(place.Of(relative), owner + " expands to " + FormatNumber(count) +
                                       " variants; expected at most " +
                                       FormatNumber(kMostVariants));
  }
  if (faults.said() > before) return {};
  std::vector<Params> variants;
  for (const Params& variant : Product(specs, written)) {
    variants.push_back(Resolve(owner, specs, variant));
  }
  return variants;
}

Params WithRulesAsOne(const std::vector<ParamSpec>& specs, Params params) {
  for (const ParamSpec& spec : specs) {
    if (const ParamValue* value = params.Find(spec.name))
      params.Set(spec.name, RulesAsOne(spec, *value));
  }
  return params;
}

}  // namespace mercer
