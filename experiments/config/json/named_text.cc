#include "experiments/config/json/named_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/json/json_text.h"

namespace mercer {
namespace {

// At commas outside brackets, braces and quoted text.
std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == '}')) --depth;
    if (c == ',' && depth <= 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
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
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path, ignored) || !file)
    throw InvalidInput(option + ": '" + path + "' cannot be read; expected a JSON file");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Faults faults;
  const std::optional<Json> object = ParseJson(text, faults);
  if (!faults.empty()) throw InvalidInput(option + ": " + FormatFaults(path, faults.Take()));
  return FromJson(option, "'" + path + "'", *object);
}

ParamValue ReadValue(const std::string& option, const std::string& key, const std::string& text) {
  Faults ignored;
  const std::optional<Json> json = ParseJson(text, ignored);
  if (!json || !ignored.empty()) return text;
  const std::optional<ParamValue> value = ToParamValue(*json);
  if (!value) throw InvalidInput(option + ": " + key + " is " + text + "; expected a value");
  return *value;
}

}  // namespace

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
  return named;
}

NamedParams CheckNamed(const std::string& option, const std::string& kind,
                       const std::vector<std::string>& names, const RegistryInfo* entry,
                       const NamedParams& named) {
  if (entry == nullptr) throw InvalidInput(option + ": " + UnknownName(kind, named.name, names));
  const std::string owner = kind + " '" + named.name + "'";
  std::vector<std::string> messages;
  for (const ParamFault& fault : CheckParams(owner, entry->params, named.params))
    messages.push_back(fault.message);
  if (!messages.empty()) throw InvalidInput(option + ": " + Join(messages, "\n"));
  return {named.name, Resolve(owner, entry->params, named.params)};
}

}  // namespace mercer
