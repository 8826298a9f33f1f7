#include "experiments/config/json/schema_check.h"

#include <fstream>
#include <iterator>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/base/error.h"
#include "experiments/config/json/schema_sentences.h"

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

}  // namespace mercer
