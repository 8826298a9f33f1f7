#include "core/base/param_spec.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// Also 10.0 and 1e1: a whole number, whatever way it is written.
bool IsWhole(const ParamValue& value) {
  if (!value.is_number() || value.is_integer()) return value.is_integer();
  const double number = value.AsNumber();
  return std::floor(number) == number && std::abs(number) < 0x1p53;
}

bool KindFits(ParamKind kind, const ParamValue& value) {
  switch (kind) {
    case ParamKind::kBool:
      return value.is_bool();
    case ParamKind::kInteger:
      return IsWhole(value);
    case ParamKind::kNumber:
      return value.is_number();
    case ParamKind::kText:
      return value.is_text();
    case ParamKind::kNumberOrText:
      return value.is_number() || value.is_text();
    case ParamKind::kList:
      return value.is_list();
    case ParamKind::kParams:
      return value.is_params();
  }
  return false;
}

bool Fits(const ParamSpec& spec, const ParamValue& value) {
  if (!KindFits(spec.kind, value)) return false;
  if (value.is_text() && !spec.choices.empty()) {
    return std::find(spec.choices.begin(), spec.choices.end(), value.AsText()) !=
           spec.choices.end();
  }
  if (!value.is_number()) return true;
  const double number = value.AsNumber();
  if (!std::isfinite(number)) return false;
  return (spec.open_min ? number > spec.min : number >= spec.min) && number <= spec.max;
}

}  // namespace

std::string ParamSpec::Rule() const {
  if (kind == ParamKind::kBool) return "true or false";
  if (kind == ParamKind::kText) return choices.empty() ? "text" : "one of " + Join(choices, ", ");
  if (kind == ParamKind::kList) return "a list";
  if (kind == ParamKind::kParams) return "an object";
  std::string rule = kind == ParamKind::kInteger ? "a whole number" : "a number";
  const bool has_min = std::isfinite(min);
  if (has_min) rule += (open_min ? " > " : " >= ") + FormatNumber(min);
  if (std::isfinite(max)) rule += (has_min ? " and <= " : " <= ") + FormatNumber(max);
  if (kind == ParamKind::kNumberOrText) rule += ", or one of " + Join(choices, ", ");
  return rule;
}

std::vector<ParamFault> CheckParams(std::string_view owner, const std::vector<ParamSpec>& specs,
                                    const Params& params) {
  std::vector<ParamFault> faults;
  std::vector<std::string> known;
  for (const ParamSpec& spec : specs) known.push_back(spec.name);
  const std::string of = std::string(owner);
  for (const Params::Entry& entry : params.entries()) {
    const std::string& name = entry.first;
    const ParamValue& value = entry.second;
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const ParamSpec& s) { return s.name == name; });
    if (spec == specs.end()) {
      std::string message = of + " has no parameter '" + name + "'";
      const std::string near = DidYouMean(name, known);
      if (!near.empty()) message += "; did you mean '" + near + "'?";
      if (near.empty())
        message += known.empty() ? "; it takes none" : "; it takes " + Join(known, ", ");
      faults.push_back({name, message});
    } else if (!Fits(*spec, value)) {
      faults.push_back(
          {name, of + ": " + name + " is " + value.Canonical() + "; expected " + spec->Rule()});
    }
  }
  for (const ParamSpec& spec : specs) {
    if (!spec.optional && !spec.default_value && params.Find(spec.name) == nullptr) {
      faults.push_back(
          {"", of + " needs " + spec.name + ": " + spec.Rule() + " (" + spec.help + ")"});
    }
  }
  return faults;
}

Params Resolve(std::string_view owner, const std::vector<ParamSpec>& specs, const Params& params) {
  const std::vector<ParamFault> faults = CheckParams(owner, specs, params);
  if (!faults.empty()) throw InvalidInput(faults.front().message);
  Params resolved;
  for (const ParamSpec& spec : specs) {
    if (const ParamValue* value = params.Find(spec.name)) {
      const bool rewrite = spec.kind == ParamKind::kInteger && !value->is_integer();
      resolved.Set(spec.name,
                   rewrite ? ParamValue(static_cast<std::int64_t>(value->AsNumber())) : *value);
    } else if (spec.default_value) {
      resolved.Set(spec.name, *spec.default_value);
    }
  }
  return resolved;
}

Params ExampleParams(const std::vector<ParamSpec>& specs) {
  Params params;
  for (const ParamSpec& spec : specs) {
    if (spec.default_value || (spec.optional && !spec.example)) continue;
    const double inside = std::isfinite(spec.min) ? spec.min + 1 : 1;
    if (spec.example) {
      params.Set(spec.name, *spec.example);
    } else if (spec.kind == ParamKind::kInteger) {
      params.Set(spec.name, static_cast<std::int64_t>(inside));
    } else if (spec.kind == ParamKind::kNumber || spec.kind == ParamKind::kNumberOrText) {
      params.Set(spec.name, inside);
    } else if (spec.kind == ParamKind::kText && !spec.choices.empty()) {
      params.Set(spec.name, spec.choices.front());
    }
  }
  return params;
}

}  // namespace mercer
