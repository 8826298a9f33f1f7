#ifndef MERCER_EXPERIMENTS_JSON_JSON_VALUES_H_
#define MERCER_EXPERIMENTS_JSON_JSON_VALUES_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/text.h"
#include "experiments/json/faults.h"

namespace mercer {

// Functions for both kinds of JSON: nlohmann::json, whose keys are sorted, and
// nlohmann::ordered_json.

/// JSON whose objects are sorted by key; used for configs.
using Json = nlohmann::json;

/// The value of a key of an object; nullptr if there is no such object or key.
template <class AnyJson>
const AnyJson* Member(const AnyJson& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

/// The string under a key; "" if there is none or it is not a string.
template <class AnyJson>
std::string TextOf(const AnyJson& object, const std::string& key) {
  const AnyJson* value = Member(object, key);
  return value != nullptr && value->is_string() ? value->template get<std::string>() : "";
}

/// The strings of a list under a key; other items are left out.
template <class AnyJson>
std::vector<std::string> TextsOf(const AnyJson& object, const std::string& key) {
  std::vector<std::string> texts;
  const AnyJson* list = Member(object, key);
  if (list == nullptr || !list->is_array()) return texts;
  for (const AnyJson& item : *list)
    if (item.is_string()) texts.push_back(item.template get<std::string>());
  return texts;
}

/// Converts booleans, numbers, strings, lists and objects. nullopt for null, alone or inside.
template <class AnyJson>
std::optional<ParamValue> ToParamValue(const AnyJson& value);

/// The JSON that ToParamValue reads; names keep their order.
nlohmann::ordered_json FromParamValue(const ParamValue& value);
nlohmann::ordered_json FromParams(const Params& params);

/// The value as written in the file, truncated if it is long.
template <class AnyJson>
std::string Show(const AnyJson& value) {
  return Cut(value.dump(-1, ' ', false, AnyJson::error_handler_t::replace));
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_JSON_VALUES_H_
