#include "experiments/config/json/schema_check.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

constexpr char kDefinitions[] = "#/definitions/";

// valijson's context: "<root>", "[methods]", "[0]".
std::vector<std::string> KeysOfContext(const std::vector<std::string>& context) {
  std::vector<std::string> keys;
  for (const std::string& step : context) {
    if (step.size() >= 2 && step.front() == '[') keys.push_back(step.substr(1, step.size() - 2));
  }
  return keys;
}

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

// The schema's own words where it has some, else made from its type and bounds.
std::string Expected(const Json& node) {
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

bool BreaksSizeOrPattern(const Json& node, const Json& value) {
  if (value.is_string()) {
    const std::string pattern = TextOf(node, "pattern");
    if (node.contains("minLength") && value.get_ref<const std::string&>().empty()) return true;
    return !pattern.empty() && !std::regex_search(value.get<std::string>(), std::regex(pattern));
  }
  const char* key = value.is_array() ? "minItems" : "minProperties";
  const Json* least = value.is_structured() ? Member(node, key) : nullptr;
  return least != nullptr && value.size() < least->get<std::size_t>();
}

bool BreaksEnum(const Json& node, const Json& value) {
  const Json* values = Member(node, "enum");
  return values != nullptr && std::find(values->begin(), values->end(), value) == values->end();
}

// "learner.cost", "item 2 of D": what a pointer's last steps name.
std::string NameOf(const std::string& pointer) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string::npos) return "the config";
  const std::string key = pointer.substr(last + 1);
  const bool is_number = key.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) return key;
  const std::string list = NameOf(pointer.substr(0, last));
  return "item " + std::to_string(std::stoul(key) + 1) + " of " + list;
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
    const std::string rule = property != nullptr ? Expected(*property) : "";
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

ConfigSchema::ConfigSchema(const std::filesystem::path& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  schema_ = Json::parse(text, nullptr, false);
  if (!schema_.is_object()) {
    throw InvalidInput("schema '" + path.string() +
                       "' cannot be read as JSON; expected the schema that Mercer ships");
  }
}

const Json& ConfigSchema::Resolve(const Json& node) const {
  const std::string reference = TextOf(node, "$ref");
  if (reference.empty()) return node;
  return schema_.at("definitions").at(reference.substr(sizeof(kDefinitions) - 1));
}

// The node for the value under `key`; nullptr where the schema says nothing of it.
const Json* ConfigSchema::Below(const Json& node, const Json& value, const std::string& key) const {
  const Json* next = nullptr;
  if (value.is_array()) {
    next = Member(node, "items");
  } else {
    const Json* properties = Member(node, "properties");
    next = properties != nullptr ? Member(*properties, key) : nullptr;
    if (next == nullptr) next = Member(node, "additionalProperties");
  }
  return next != nullptr && next->is_object() ? &Resolve(*next) : nullptr;
}

void ConfigSchema::CheckAgainst(const Json& value, const Json& schema, const Place& place,
                                Faults& faults) const {
  valijson::Schema compiled;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), compiled);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  if (validator.validate(compiled, valijson::adapters::NlohmannJsonAdapter(value), &results)) {
    return;
  }
  int explained = 0;
  std::set<std::string> seen;
  for (const valijson::ValidationResults::Error& error : results) {
    const Json* node = &Resolve(schema);
    const Json* at = &value;
    std::string relative;
    for (const std::string& key : KeysOfContext(error.context)) {
      node = Below(*node, *at, key);
      if (node == nullptr) break;
      at = at->is_array() ? &at->at(std::stoul(key)) : &at->at(key);
      relative = Child(relative, key);
    }
    if (node == nullptr || !seen.insert(relative).second) continue;
    explained += ExplainSchemaFaults(*node, *at, relative, place, faults);
  }
  // Only a schema keyword that schema_sentences.cc does not know leads here.
  if (explained == 0) {
    faults.Add(place.Of(""), "the schema refuses this: " + results.begin()->description);
  }
}

void ConfigSchema::Check(const Json& config, Faults& faults) const {
  CheckAgainst(config, schema_, Place(""), faults);
}

void ConfigSchema::CheckPart(const Json& part, const std::string& definition, const Place& place,
                             Faults& faults) const {
  const Json schema = {{"$ref", kDefinitions + definition},
                       {"definitions", schema_.at("definitions")}};
  CheckAgainst(part, schema, place, faults);
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
                      BreaksBound(node, value) || BreaksSizeOrPattern(node, value);
  if (breaks) {
    const std::string where = place.Of(relative);
    std::string message = NameOf(where) + " is " + Show(value) + "; expected " + Expected(node);
    if (value.is_string() && node.contains("enum")) {
      const std::string near = DidYouMean(value.get<std::string>(), TextsOf(node, "enum"));
      if (!near.empty()) message += "; did you mean '" + near + "'?";
    }
    faults.Add(where, message);
    return 1;
  }
  return ExplainKeys(node, value, relative, place, faults) +
         ExplainRepeatedItems(node, value, relative, place, faults);
}

}  // namespace mercer
