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

// What both kinds of JSON have in common: nlohmann::json, whose keys are sorted, and
// nlohmann::ordered_json.

/// JSON whose objects are sorted by key, as configs are walked.
using Json = nlohmann::json;

/// The value that a key of an object holds, or nullptr where there is no such object or key.
template <class AnyJson>
const AnyJson* Member(const AnyJson& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

/// The text under a key, or "" where there is none or it is no text.
template <class AnyJson>
std::string TextOf(const AnyJson& object, const std::string& key) {
  const AnyJson* value = Member(object, key);
  return value != nullptr && value->is_string() ? value->template get<std::string>() : "";
}

/// The texts of a list under a key; items that are no text are left out.
template <class AnyJson>
std::vector<std::string> TextsOf(const AnyJson& object, const std::string& key) {
  std::vector<std::string> texts;
  const AnyJson* list = Member(object, key);
  if (list == nullptr || !list->is_array()) return texts;
  for (const AnyJson& item : *list)
    if (item.is_string()) texts.push_back(item.template get<std::string>());
  return texts;
}

/// Booleans, numbers, texts, lists and objects. nullopt for null, alone or inside.
template <class AnyJson>
std::optional<ParamValue> ToParamValue(const AnyJson& value);

/// The JSON that ToParamValue reads, names in their order.
nlohmann::ordered_json FromParamValue(const ParamValue& value);
nlohmann::ordered_json FromParams(const Params& params);

/// The value as the file shows it, cut where long.
template <class AnyJson>
std::string Show(const AnyJson& value) {
  return Cut(value.dump(-1, ' ', false, AnyJson::error_handler_t::replace));
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_JSON_VALUES_H_
