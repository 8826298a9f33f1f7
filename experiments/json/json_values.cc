#include "experiments/json/json_values.h"

#include <cstdint>
#include <utility>

namespace mercer {

template <class AnyJson>
std::optional<ParamValue> ToParamValue(const AnyJson& value) {
  if (value.is_boolean()) return ParamValue(value.template get<bool>());
  if (value.is_string()) return ParamValue(value.template get<std::string>());
  if (value.is_number_unsigned() && value.template get<std::uint64_t>() > INT64_MAX) {
    return ParamValue(value.template get<double>());
  }
  if (value.is_number_integer()) return ParamValue(value.template get<std::int64_t>());
  if (value.is_number()) return ParamValue(value.template get<double>());
  if (!value.is_structured()) return std::nullopt;
  ParamValue::List list;
  Params params;
  for (const auto& [key, item] : value.items()) {
    std::optional<ParamValue> converted = ToParamValue(item);
    if (!converted) return std::nullopt;
    value.is_array() ? list.push_back(std::move(*converted)) : params.Set(key, *converted);
  }
  return value.is_array() ? ParamValue(std::move(list)) : ParamValue(std::move(params));
}

template std::optional<ParamValue> ToParamValue(const Json& value);
template std::optional<ParamValue> ToParamValue(const nlohmann::ordered_json& value);

nlohmann::ordered_json FromParamValue(const ParamValue& value) {
  if (value.is_bool()) return value.AsBool();
  if (value.is_integer()) return value.AsInteger();
  if (value.is_number()) return value.AsNumber();
  if (value.is_text()) return value.AsText();
  if (value.is_params()) return FromParams(value.AsParams());
  auto list = nlohmann::ordered_json::array();
  for (const ParamValue& item : value.AsList()) list.push_back(FromParamValue(item));
  return list;
}

nlohmann::ordered_json FromParams(const Params& params) {
  auto object = nlohmann::ordered_json::object();
  for (const auto& [name, value] : params.entries()) object[name] = FromParamValue(value);
  return object;
}

}  // namespace mercer
