#include "experiments/config/read/read_named.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/trial/other_names.h"
#include "experiments/external/external_params.h"
#include "experiments/json/parse_json.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

const ParamSpec* SpecOf(const std::vector<ParamSpec>& specs, const std::string& name) {
  const auto it = std::find_if(specs.begin(), specs.end(),
                               [&](const ParamSpec& spec) { return spec.name == name; });
  return it == specs.end() ? nullptr : &*it;
}

// A sentence of CheckParams, with the parameter that is meant by an unknown one, or the nearest of
// the texts that the parameter takes.
std::string WithNearest(const ParamFault& fault, const std::vector<ParamSpec>& specs,
                        const Params& params) {
  const ParamSpec* spec = SpecOf(specs, fault.name);
  const ParamValue* value = params.Find(fault.name);
  if (spec == nullptr && value != nullptr && fault.below.empty()) {
    std::vector<std::string> known;
    for (const ParamSpec& one : specs) known.push_back(one.name);
    const std::string meant =
        DidYouMean(fault.name, known).empty() ? MeantName(fault.name, known) : "";
    return meant.empty() ? fault.message : fault.message + "; did you mean '" + meant + "'?";
  }
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

NamedParams FromJson(const std::string& option, const std::string& where, const Json& object) {
  NamedParams named{TextOf(object, "name")};
  if (!object.is_object() || named.name.empty()) {
    throw InvalidInput(option + ": " + where + " holds " + Show(object) +
                       "; expected an object with a name and its parameters");
  }
  for (const auto& [key, json] : object.items()) {
    if (key == "name") continue;
    const std::optional<ParamValue> value = ToParamValue(json);
    if (!value) throw InvalidInput(option + ": " + key + " is null; expected a value");
    named.params.Set(key, *value);
  }
  return named;
}

NamedParams FromFile(const std::string& option, const std::string& path) {
  const std::optional<std::string> text = TryReadRegularFile(path);
  if (!text) throw InvalidInput(option + ": '" + path + "' cannot be read; expected a JSON file");
  Faults faults;
  const std::optional<Json> object = ParseConfigJson(*text, faults);
  if (!faults.empty()) throw InvalidInput(option + ": " + FormatFaults(path, faults.Take()));
  NamedParams named = FromJson(option, "'" + path + "'", *object);
  if (named.name == kExternalName)
    PlaceExternal(std::filesystem::absolute(path).parent_path(), named.params);
  return named;
}

ParamValue ReadValue(const std::string& option, const std::string& key, const std::string& text) {
  Faults ignored;
  const std::optional<Json> json = ParseConfigJson(text, ignored);
  if (!json || !ignored.empty()) return text;
  const std::optional<ParamValue> value = ToParamValue(*json);
  if (!value) throw InvalidInput(option + ": " + key + " is " + text + "; expected a value");
  return *value;
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

std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && (c == '(' || c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ')' || c == ']' || c == '}')) --depth;
    if (c == ',' && depth <= 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

NamedParams ParseNamed(const std::string& option, const std::string& text) {
  if (text.starts_with("@")) return FromFile(option, text.substr(1));
  const std::vector<std::string> parts = SplitAtCommas(text);
  NamedParams named{parts.front()};
  if (named.name.empty() || named.name.find('=') != std::string::npos) {
    throw InvalidInput(option + " is '" + text +
                       "'; expected name,key=value,key=value or @file.json");
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string::npos || equals == 0)
      throw InvalidInput(option + ": '" + parts[i] + "' in '" + text + "'; expected key=value");
    const std::string key = parts[i].substr(0, equals);
    if (named.params.Find(key) != nullptr)
      throw InvalidInput(option + ": key '" + key + "' is written twice; expected once");
    named.params.Set(key, ReadValue(option, key, parts[i].substr(equals + 1)));
  }
  if (named.name == kExternalName) PlaceExternal(std::filesystem::current_path(), named.params);
  return named;
}

NamedParams CheckNamed(const std::string& kind, const RegistryInfo& entry,
                       const NamedParams& named) {
  const std::string owner = kind + " '" + named.name + "'";
  std::vector<std::string> messages;
  for (const ParamFault& fault : CheckParams(owner, entry.params, named.params))
    messages.push_back(fault.message);
  if (!messages.empty()) throw InvalidInput(Join(messages, "\n"));
  return {named.name, Resolve(owner, entry.params, named.params)};
}

NamedParams CheckNamed(const std::string& option, const std::string& kind,
                       const std::vector<std::string>& names, const RegistryInfo* entry,
                       const NamedParams& named) {
  if (entry == nullptr) throw InvalidInput(option + ": " + UnknownName(kind, named.name, names));
  try {
    return CheckNamed(kind, *entry, named);
  } catch (const InvalidInput& fault) {
    throw InvalidInput(option + ": " + fault.what());
  }
}

nlohmann::ordered_json FromNamed(const NamedParams& named) {
  nlohmann::ordered_json object = {{"name", named.name}};
  object.update(FromParams(named.params));
  return object;
}

}  // namespace mercer
