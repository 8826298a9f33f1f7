#ifndef MERCER_EXPERIMENTS_JSON_JSON_FIELDS_H_
#define MERCER_EXPERIMENTS_JSON_JSON_FIELDS_H_

#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "experiments/json/json_values.h"

namespace mercer {

// Reads what one process of the program writes for another, field by field. Throws InvalidInput
// with one sentence if a field is missing or of another kind; a number is never rounded or
// truncated.

/// A whole number in the range of its type. `what` names it in messages.
template <std::integral Whole>
Whole ReadWhole(const Json& value, const std::string& what) {
  using Limits = std::numeric_limits<Whole>;
  const bool fits =
      value.is_number_unsigned()
          ? std::in_range<Whole>(value.get<std::uint64_t>())
          : value.is_number_integer() && std::in_range<Whole>(value.get<std::int64_t>());
  if (!fits) {
    throw InvalidInput(what + " is " + Show(value) + "; expected a whole number from " +
                       std::to_string(Limits::min()) + " to " + std::to_string(Limits::max()));
  }
  return value.get<Whole>();
}

template <class Value>
struct IsListOfWholes : std::false_type {};
template <std::integral Whole>
struct IsListOfWholes<std::vector<Whole>> : std::true_type {};

/// The value of a key. Throws InvalidInput if it is missing.
inline const Json& ReadMember(const Json& object, const std::string& key) {
  const Json* found = Member(object, key);
  if (found == nullptr) throw InvalidInput("the key '" + key + "' is missing");
  return *found;
}

/// The same, converted to any type that the JSON library reads.
template <class Value>
void ReadField(const Json& object, const std::string& key, Value& value) {
  const Json& found = ReadMember(object, key);
  if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
    value = ReadWhole<Value>(found, key);
  } else if constexpr (IsListOfWholes<Value>::value) {
    if (!found.is_array()) throw InvalidInput(key + " is " + Show(found) + "; expected a list");
    value.clear();
    for (const Json& item : found)
      value.push_back(ReadWhole<typename Value::value_type>(item, "an item of " + key));
  } else {
    try {
      found.get_to(value);
    } catch (const Json::exception&) {
      throw InvalidInput(key + " is " + Show(found) + "; expected a value of another kind");
    }
  }
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_JSON_FIELDS_H_
