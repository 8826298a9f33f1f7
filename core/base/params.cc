#include "core/base/params.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// Text stands as it is where nothing else could be meant by it; else in quotes, so that "1" is not
// 1 and "a,b" not two items.
std::string CanonicalText(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
  };
  const bool taken = text == "true" || text == "false" || text == "nan" || text == "inf";
  if (!text.empty() && is_letter(text[0]) && !taken &&
      std::all_of(text.begin(), text.end(), is_plain)) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

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

// Escaped as in a JSON pointer (RFC 6901).
std::string Step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return step;
}

bool InRange(const ParamSpec& spec, double number) {
  if (!std::isfinite(number)) return false;
  return (spec.open_min ? number > spec.min : number >= spec.min) && number <= spec.max;
}

bool Fits(const ParamSpec& spec, const ParamValue& value) {
  if (spec.nested != nullptr && spec.kind == ParamKind::kParams)
    return value.is_params() || value.is_text();
  if (!KindFits(spec.kind, value)) return false;
  if (value.is_text() && !spec.choices.empty()) {
    return std::find(spec.choices.begin(), spec.choices.end(), value.AsText()) !=
           spec.choices.end();
  }
  return !value.is_number() || InRange(spec, value.AsNumber());
}

// What each item of a list must be.
ParamSpec ItemSpec(const ParamSpec& list) {
  ParamSpec item = list;
  item.kind = *list.items;
  item.items.reset();
  return item;
}

std::vector<ParamSpec> NestedSpecs(const RegistryInfo& info, bool numbers_only) {
  std::vector<ParamSpec> specs = info.params;
  for (ParamSpec& spec : specs) {
    spec.numbers_only = spec.numbers_only || numbers_only;
    if (!numbers_only || spec.kind != ParamKind::kNumberOrText) continue;
    spec.kind = ParamKind::kNumber;
    spec.choices.clear();
  }
  return specs;
}

std::string OwnerOf(const NestedKind& kind, const std::string& name) {
  return std::string(kind.noun) + " '" + name + "'";
}

void CheckNested(const std::string& of, const ParamSpec& spec, const ParamValue& value,
                 const std::string& key, const std::string& below,
                 std::vector<ParamFault>& faults) {
  const NestedValue nested = AsNested(value);
  const auto add = [&](const std::string& message, const std::string& at) {
    faults.push_back({key, of + ": " + key + ": " + message, below + at});
  };
  if (nested.name.empty()) {
    add("no name; expected " + spec.Rule(), "");
    return;
  }
  const RegistryInfo* info = spec.nested->find(nested.name);
  if (info == nullptr) {
    add(UnknownName(spec.nested->noun, nested.name, spec.nested->names()),
        value.is_text() ? "" : "/name");
    return;
  }
  for (const ParamFault& fault :
       CheckParams(OwnerOf(*spec.nested, nested.name), NestedSpecs(*info, spec.numbers_only),
                   nested.params)) {
    add(fault.message, fault.name.empty() ? fault.below : Step(fault.name) + fault.below);
  }
}

// The faults of one value, with those of its items and of what is nested in it.
void CheckValue(const std::string& of, const ParamSpec& spec, const ParamValue& value,
                const std::string& key, const std::string& below, std::vector<ParamFault>& faults) {
  if (!Fits(spec, value)) {
    const std::string which = below.empty() ? key : "an item of " + key;
    faults.push_back(
        {key, of + ": " + which + " is " + Cut(value.Canonical()) + "; expected " + spec.Rule(),
         below});
    return;
  }
  if (spec.kind == ParamKind::kParams && spec.nested != nullptr) {
    CheckNested(of, spec, value, key, below, faults);
  } else if (spec.kind == ParamKind::kList && spec.items) {
    const ParamValue::List& list = value.AsList();
    if (list.empty())
      faults.push_back({key, of + ": " + key + " is []; expected " + spec.Rule(), below});
    for (std::size_t i = 0; i < list.size(); ++i)
      CheckValue(of, ItemSpec(spec), list[i], key, below + "/" + std::to_string(i), faults);
  }
}

ParamValue ResolveValue(const ParamSpec& spec, const ParamValue& value) {
  if (spec.kind == ParamKind::kInteger && !value.is_integer())
    return static_cast<std::int64_t>(value.AsNumber());
  if (spec.kind == ParamKind::kParams && spec.nested != nullptr) {
    const NestedValue nested = AsNested(value);
    Params resolved{{"name", nested.name}};
    const RegistryInfo& info = *spec.nested->find(nested.name);
    const Params inner = Resolve(OwnerOf(*spec.nested, nested.name),
                                 NestedSpecs(info, spec.numbers_only), nested.params);
    for (const auto& [key, item] : inner.entries()) resolved.Set(key, item);
    return resolved;
  }
  if (spec.kind != ParamKind::kList || !spec.items) return value;
  ParamValue::List list;
  for (const ParamValue& item : value.AsList()) list.push_back(ResolveValue(ItemSpec(spec), item));
  return list;
}

}  // namespace

ParamValue::ParamValue(Params value) : value_(std::make_shared<const Params>(std::move(value))) {}

bool ParamValue::AsBool() const {
  MERCER_CHECK(is_bool());
  return std::get<bool>(value_);
}

std::int64_t ParamValue::AsInteger() const {
  MERCER_CHECK(is_integer());
  return std::get<std::int64_t>(value_);
}

double ParamValue::AsNumber() const {
  if (is_integer()) return static_cast<double>(AsInteger());
  MERCER_CHECK(is_number());
  return std::get<double>(value_);
}

const std::string& ParamValue::AsText() const {
  MERCER_CHECK(is_text());
  return std::get<std::string>(value_);
}

const ParamValue::List& ParamValue::AsList() const {
  MERCER_CHECK(is_list());
  return std::get<List>(value_);
}

const Params& ParamValue::AsParams() const {
  MERCER_CHECK(is_params());
  return *std::get<std::shared_ptr<const Params>>(value_);
}

std::string ParamValue::Canonical() const {
  if (is_bool()) return AsBool() ? "true" : "false";
  if (is_integer()) return std::to_string(AsInteger());
  if (is_number()) {
    const double value = AsNumber();
    if (std::floor(value) == value && std::abs(value) < 0x1p63)
      return std::to_string(std::llround(value));
    return FormatNumber(value);
  }
  if (is_text()) return CanonicalText(AsText());
  if (is_params()) return "{" + AsParams().Canonical() + "}";
  std::vector<std::string> items;
  for (const ParamValue& item : AsList()) items.push_back(item.Canonical());
  return "[" + Join(items, ",") + "]";
}

void Params::Set(const std::string& name, ParamValue value) {
  for (Entry& entry : entries_) {
    if (entry.first == name) {
      entry.second = std::move(value);
      return;
    }
  }
  entries_.emplace_back(name, std::move(value));
}

void Params::Erase(std::string_view name) {
  std::erase_if(entries_, [name](const Entry& entry) { return entry.first == name; });
}

const ParamValue* Params::Find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

const ParamValue& Params::Get(std::string_view name) const {
  const ParamValue* value = Find(name);
  MERCER_CHECK(value != nullptr);
  return *value;
}

std::string Params::Canonical() const {
  std::vector<std::string> items;
  for (const auto& [name, value] : entries_) items.push_back(name + "=" + value.Canonical());
  std::sort(items.begin(), items.end());
  return Join(items, ",");
}

NestedValue AsNested(const ParamValue& value) {
  if (value.is_text()) return {value.AsText()};
  NestedValue nested;
  for (const auto& [key, item] : value.AsParams().entries()) {
    if (key != "name") {
      nested.params.Set(key, item);
    } else if (item.is_text()) {
      nested.name = item.AsText();
    }
  }
  return nested;
}

std::string ParamSpec::Rule() const {
  if (kind == ParamKind::kBool) return "true or false";
  if (kind == ParamKind::kText) return choices.empty() ? "text" : "one of " + Join(choices, ", ");
  if (kind == ParamKind::kList && !items) return "a list";
  if (kind == ParamKind::kList) return "a list of one or more, each " + ItemSpec(*this).Rule();
  if (kind == ParamKind::kParams && nested != nullptr)
    return "a " + std::string(nested->noun) +
           ": its name, or an object with the name and its parameters";
  if (kind == ParamKind::kParams) return "an object";
  std::string rule = kind == ParamKind::kInteger ? "a whole number" : "a number";
  const bool has_min = std::isfinite(min);
  if (has_min) rule += (open_min ? " > " : " >= ") + FormatNumber(min);
  if (std::isfinite(max)) rule += (has_min ? " and <= " : " <= ") + FormatNumber(max);
  if (kind == ParamKind::kNumberOrText)
    rule += choices.empty() ? ", or text" : ", or one of " + Join(choices, ", ");
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
      std::string message = of + " has no parameter " + Quoted(name);
      const std::string near = DidYouMean(name, known);
      if (!near.empty()) message += "; did you mean '" + near + "'?";
      if (near.empty())
        message += known.empty() ? "; it takes none" : "; it takes " + Join(known, ", ");
      faults.push_back({name, message});
    } else {
      CheckValue(of, *spec, value, name, "", faults);
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
      const ParamValue given = ResolveValue(spec, *value);
      if (spec.absence && given.Canonical() == spec.absence->Canonical()) continue;
      resolved.Set(spec.name, given);
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
