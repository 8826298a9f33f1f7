#ifndef MERCER_EXPERIMENTS_CONFIG_JSON_JSON_TEXT_H_
#define MERCER_EXPERIMENTS_CONFIG_JSON_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/params.h"
#include "experiments/config/json/faults.h"

namespace mercer {

using Json = nlohmann::json;

/// The JSON value of a text. Text that is no JSON is one fault ("line 3, column 5", what was found
/// and expected); a key written twice in one object is a fault of its own. Whole numbers written as
/// 5.0 or 5e2 become integers.
std::optional<Json> ParseJson(const std::string& text, Faults& faults);

/// Puts a value at a dotted path ("methods.0.learner.cost"): numbers index lists, missing keys are
/// made. The value is read as JSON, else as text.
void ApplySetting(Json& document, const std::string& path, const std::string& value,
                  Faults& faults);

/// A child's JSON pointer (RFC 6901).
std::string Child(const std::string& pointer, const std::string& key);
std::string Child(const std::string& pointer, std::size_t index);

/// The value that a key of an object holds, or nullptr where there is no such object or key.
const Json* Member(const Json& object, const std::string& key);

/// The text under a key, or "" where there is none or it is no text (a fault of the schema check).
std::string TextOf(const Json& object, const std::string& key);

/// The texts of a list under a key; items that are no text are left out.
std::vector<std::string> TextsOf(const Json& object, const std::string& key);

/// Booleans, numbers, texts, lists and objects. nullopt for null, alone or inside.
std::optional<ParamValue> ToParamValue(const Json& value);

/// The JSON that ToParamValue reads, names in their order.
nlohmann::ordered_json FromParamValue(const ParamValue& value);
nlohmann::ordered_json FromParams(const Params& params);

/// The value as the file shows it, cut where long.
std::string Show(const Json& value);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_JSON_JSON_TEXT_H_
