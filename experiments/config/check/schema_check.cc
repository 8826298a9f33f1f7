#include "experiments/config/check/schema_check.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/json/parse_json.h"

namespace mercer {
namespace {

constexpr char kDefinitions[] = "#/definitions/";

std::vector<std::string> TypesOf(const Json& node) {
  const std::string single = TextOf(node, "type");
  return single.empty() ? TextsOf(node, "type") : std::vector<std::string>{single};
}

bool IsOfType(const Json& value, const std::string& type) {
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  return type == "array" ? value.is_array() : value.is_object();
}

std::string Bounds(const Json& node) {
  std::vector<std::string> bounds;
  for (const auto& [key, sign] : {std::pair{"minimum", ">= "},
                                  {"exclusiveMinimum", "> "},
                                  {"maximum", "<= "},
                                  {"exclusiveMaximum", "< "}}) {
    if (const Json* bound = Member(node, key)) bounds.push_back(sign + bound->dump());
  }
  return bounds.empty() ? "" : " " + Join(bounds, " and ");
}

std::string Listed(const Json& values) {
  std::vector<std::string> items;
  for (const Json& value : values) {
    items.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  }
  return (items.size() == 1 ? "" : "one of ") + Join(items, ", ");
}

bool BreaksType(const Json& node, const Json& value) {
  const std::vector<std::string> types = TypesOf(node);
  return !types.empty() && std::none_of(types.begin(), types.end(), [&](const std::string& type) {
    return IsOfType(value, type);
  });
}

bool BreaksBound(const Json& node, const Json& value) {
  if (!value.is_number()) return false;
  const double number = value.get<double>();
  const auto bound = [&node](const char* key) -> std::optional<double> {
    const Json* limit = Member(node, key);
    return limit != nullptr ? std::optional(limit->get<double>()) : std::nullopt;
  };
  const auto min = bound("minimum"), open_min = bound("exclusiveMinimum");
  const auto max = bound("maximum"), open_max = bound("exclusiveMaximum");
  return (min && number < *min) || (open_min && number <= *open_min) || (max && number > *max) ||
         (open_max && number >= *open_max);
}

// Words joined by a separator ('\0': one word): letters and digits, and behind the first the
// others.
bool IsWords(std::string_view text, char separator, std::string_view others, bool capitals) {
  bool is_first = true;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (capitals && c >= 'A' && c <= 'Z');
    const bool is_end = separator != '\0' && c == separator;
    if (is_first ? !plain : !plain && !is_end && others.find(c) == others.npos) return false;
    is_first = is_end;
  }
  return !is_first;
}

// The patterns of the schema, by hand: std::regex recurses, and a long text ends the program.
bool FitsPattern(const std::string& text, const std::string& pattern) {
  if (pattern == "^[A-Za-z0-9][A-Za-z0-9_.-]*(/[A-Za-z0-9][A-Za-z0-9_.-]*)*$")
    return IsWords(text, '/', "_.-", true);
  if (pattern == "^[A-Za-z0-9][A-Za-z0-9_.+-]*$") return IsWords(text, '\0', "_.+-", true);
  if (pattern == "^(map|learner)\\.[A-Za-z0-9][A-Za-z0-9_.+-]*$") {
    const std::size_t dot = text.find('.');
    const std::string owner = text.substr(0, dot);
    return (owner == "map" || owner == "learner") && dot != text.npos &&
           IsWords(text.substr(dot + 1), '\0', "_.+-", true);
  }
  if (pattern == "^[a-z0-9]+(-[a-z0-9]+)*$") return IsWords(text, '-', "", false);
  if (pattern == "^official$") return text == "official";
  throw InvalidInput("the schema of configs has the pattern '" + pattern +
                     "', which this program does not know; expected the schema that Mercer ships");
}

bool BreaksSizeOrPattern(const Json& node, const Json& value) {
  if (value.is_string()) {
    const std::string pattern = TextOf(node, "pattern");
    if (node.contains("minLength") && value.get_ref<const std::string&>().empty()) return true;
    return !pattern.empty() && !FitsPattern(value.get<std::string>(), pattern);
  }
  const char* key = value.is_array() ? "minItems" : "minProperties";
  const Json* least = value.is_structured() ? Member(node, key) : nullptr;
  return least != nullptr && value.size() < least->get<std::size_t>();
}

bool BreaksEnum(const Json& node, const Json& value) {
  const Json* values = Member(node, "enum");
  return values != nullptr && std::find(values->begin(), values->end(), value) == values->end();
}

/// Whether a text is none of those that the choices of "anyOf" list or describe.
bool BreaksChoices(const Json& node, const Json& value) {
  const Json* choices = Member(node, "anyOf");
  return choices != nullptr && std::none_of(choices->begin(), choices->end(), [&](const Json& one) {
           return !BreaksEnum(one, value) && !BreaksSizeOrPattern(one, value);
         });
}

/// The texts that the node lists, by itself or as one of its choices.
std::vector<std::string> ListedTexts(const Json& node) {
  std::vector<std::string> texts = TextsOf(node, "enum");
  if (const Json* choices = Member(node, "anyOf")) {
    for (const Json& one : *choices)
      for (const std::string& text : TextsOf(one, "enum")) texts.push_back(text);
  }
  return texts;
}

// "learner.cost", "item 2 of D": what a pointer's last steps name.
std::string NameOf(const std::string& pointer) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string::npos) return "the config";
  const std::string key = pointer.substr(last + 1);
  if (key.empty()) return "''";
  std::size_t index = 0;
  const auto read = std::from_chars(key.data(), key.data() + key.size(), index);
  if (read.ec != std::errc() || read.ptr != key.data() + key.size()) return key;
  return "item " + std::to_string(index + 1) + " of " + NameOf(pointer.substr(0, last));
}

int ExplainRepeatedItems(const Json& node, const Json& value, const std::string& relative,
                         const Place& place, Faults& faults) {
  int found = 0;
  if (!value.is_array() || !node.value("uniqueItems", false)) return found;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) ==
        value.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;
    }
    const std::string where = place.Of(Child(relative, i));
    faults.Add(where, NameOf(where) + " is " + Show(value[i]) +
                          ", which the list already has; expected each once");
    ++found;
  }
  return found;
}

int ExplainKeys(const Json& node, const Json& value, const std::string& relative,
                const Place& place, Faults& faults) {
  int found = 0;
  if (!value.is_object()) return found;
  const std::string where = place.Of(relative);
  const Json* properties = Member(node, "properties");
  for (const std::string& key : TextsOf(node, "required")) {
    if (value.contains(key)) continue;
    const Json* property = properties != nullptr ? Member(*properties, key) : nullptr;
    const std::string rule = property != nullptr ? ExpectedBy(*property) : "";
    faults.Add(where, NameOf(where) + " has no '" + key + "'" +
                          (rule.empty() ? "" : "; expected " + rule));
    ++found;
  }
  const Json* additional = Member(node, "additionalProperties");
  if (additional == nullptr || *additional != Json(false)) return found;
  std::vector<std::string> known;
  if (properties != nullptr) {
    for (const auto& [key, unused] : properties->items()) known.push_back(key);
  }
  for (const auto& [key, unused] : value.items()) {
    if (properties != nullptr && properties->contains(key)) continue;
    faults.Add(place.Of(Child(relative, key)), UnknownName("key", key, known));
    ++found;
  }
  return found;
}

}  // namespace

std::string ExpectedBy(const Json& node) {
  const std::string words = TextOf(node, "expected");
  if (!words.empty()) return words;
  if (const Json* values = Member(node, "enum")) return Listed(*values);
  std::vector<std::string> kinds;
  for (const std::string& type : TypesOf(node)) {
    if (type == "integer") kinds.push_back("a whole number" + Bounds(node));
    if (type == "number") kinds.push_back("a number" + Bounds(node));
    if (type == "string")
      kinds.push_back(node.contains("minLength") ? "text that is not empty" : "text");
    if (type == "boolean") kinds.push_back("true or false");
    if (type == "array")
      kinds.push_back(node.contains("minItems") ? "a list of at least one item" : "a list");
    if (type == "object") kinds.push_back("an object");
  }
  return Join(kinds, " or ");
}

ConfigSchema::ConfigSchema(const std::filesystem::path& path) {
  Faults faults;
  schema_ = ReadJsonFile(path, faults);
  faults.ThrowIfAny(path);
  if (!schema_.is_object()) {
    throw InvalidInput("schema '" + path.string() +
                       "' is no object; expected the schema that Mercer ships");
  }
}

const Json& ConfigSchema::Resolve(const Json& node) const {
  const std::string reference = TextOf(node, "$ref");
  if (reference.empty()) return node;
  return schema_.at("definitions").at(reference.substr(sizeof(kDefinitions) - 1));
}

bool ConfigSchema::Explain(const Json& value, const Json& unresolved, const std::string& relative,
                           const Place& place, Faults& faults) const {
  const Json& node = Resolve(unresolved);
  bool is_sound = true, is_explained = false;
  // What is wrong with a value itself is said behind the first fault below it.
  const auto explain = [&] {
    if (!is_explained && ExplainSchemaFaults(node, value, relative, place, faults) > 0)
      is_sound = false;
    is_explained = true;
  };
  const auto below = [&](const Json& item, const Json* schema, const std::string& where) {
    if (schema == nullptr || !schema->is_object()) return;
    if (Explain(item, *schema, where, place, faults)) return;
    is_sound = false;
    explain();
  };
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      below(value[i], Member(node, "items"), Child(relative, i));
  }
  if (value.is_object()) {
    const Json* properties = Member(node, "properties");
    const auto is_listed = [&](const std::string& key) {
      return properties != nullptr && properties->contains(key);
    };
    for (const auto& [key, item] : value.items())
      if (is_listed(key)) below(item, Member(*properties, key), Child(relative, key));
    for (const auto& [key, item] : value.items())
      if (!is_listed(key)) below(item, Member(node, "additionalProperties"), Child(relative, key));
  }
  explain();
  return is_sound;
}

void ConfigSchema::Check(const Json& config, Faults& faults) const {
  Explain(config, schema_, "", Place(""), faults);
}

void ConfigSchema::CheckPart(const Json& part, const std::string& definition, const Place& place,
                             Faults& faults) const {
  Explain(part, schema_.at("definitions").at(definition), "", place, faults);
}

std::vector<std::string> ConfigSchema::KeysOf(const std::string& definition) const {
  std::vector<std::string> keys;
  for (const auto& [key, unused] :
       schema_.at("definitions").at(definition).at("properties").items()) {
    keys.push_back(key);
  }
  return keys;
}

int ExplainSchemaFaults(const Json& node, const Json& value, const std::string& relative,
                        const Place& place, Faults& faults) {
  const bool breaks = BreaksType(node, value) || BreaksEnum(node, value) ||
                      BreaksChoices(node, value) || BreaksBound(node, value) ||
                      BreaksSizeOrPattern(node, value);
  if (breaks) {
    const std::string where = place.Of(relative);
    std::string message = NameOf(where) + " is " + Show(value) + "; expected " + ExpectedBy(node);
    if (value.is_string()) {
      const std::string near = DidYouMean(value.get<std::string>(), ListedTexts(node));
      if (!near.empty()) message += "; did you mean '" + near + "'?";
    }
    faults.Add(where, message);
    return 1;
  }
  return ExplainKeys(node, value, relative, place, faults) +
         ExplainRepeatedItems(node, value, relative, place, faults);
}

}  // namespace mercer
