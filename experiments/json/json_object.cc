#include "experiments/json/json_object.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/text.h"

namespace mercer {
namespace {

constexpr std::int64_t kMaxWhole = 1'000'000'000'000;  // sums of what a file holds cannot overflow

}  // namespace

JsonObject::JsonObject(const OrderedJson& value, std::string pointer, Faults* faults)
    : value_(value), pointer_(std::move(pointer)), faults_(faults) {
  if (!value_.is_object()) faults_->Add(pointer_, "expected an object, got " + Show(value_));
}

std::string JsonObject::PointerTo(const std::string& key) const { return Child(pointer_, key); }

void JsonObject::Fault(const std::string& key, const std::string& fault) {
  faults_->Add(PointerTo(key), fault);
}

const OrderedJson* JsonObject::Find(const std::string& key, bool required) {
  known_.push_back(key);
  if (!value_.is_object()) return nullptr;
  const auto found = value_.find(key);
  if (found != value_.end()) return &*found;
  if (required) faults_->Add(pointer_, "the key '" + key + "' is missing");
  return nullptr;
}

std::string JsonObject::Text(const std::string& key) {
  const OrderedJson* value = Find(key, true);
  if (value == nullptr) return "";
  if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
    Fault(key, "expected text, got " + Show(*value));
    return "";
  }
  return value->get<std::string>();
}

std::string JsonObject::OptionalText(const std::string& key) {
  if (value_.is_object() && value_.contains(key)) return Text(key);
  known_.push_back(key);
  return "";
}

std::int64_t JsonObject::Whole(const std::string& key, std::int64_t min) {
  const OrderedJson* value = Find(key, true);
  if (value == nullptr) return 0;
  // An unsigned number that no int64 holds would wrap to a negative one: the range check sees it.
  if (!value->is_number_integer() || value->get<std::int64_t>() < min) {
    Fault(key, "expected a whole number >= " + std::to_string(min) + ", got " + Show(*value));
    return 0;
  }
  if (value->get<std::int64_t>() > kMaxWhole) {
    Fault(key, "expected at most " + std::to_string(kMaxWhole) + ", got " + Show(*value));
    return 0;
  }
  return value->get<std::int64_t>();
}

double JsonObject::OptionalNumber(const std::string& key, double by_default, double min) {
  const OrderedJson* value = Find(key, false);
  if (value == nullptr) return by_default;
  if (value->is_number() && value->get<double>() >= min) return value->get<double>();
  Fault(key, std::isinf(min)
                 ? "expected a number, got " + Show(*value)
                 : "expected a number >= " + FormatNumber(min) + ", got " + Show(*value));
  return by_default;
}

std::vector<std::string> JsonObject::Texts(const std::string& key, bool required) {
  std::vector<std::string> texts;
  const OrderedJson* array = Array(key, required);
  if (array == nullptr) return texts;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const OrderedJson& item = (*array)[i];
    if (item.is_string()) {
      texts.push_back(item.get<std::string>());
    } else {
      faults_->Add(Child(PointerTo(key), i), "expected text, got " + Show(item));
    }
  }
  return texts;
}

Params JsonObject::Parameters(const std::string& owner, const std::vector<ParamSpec>& specs) {
  Params params;
  for (const ParamSpec& spec : specs) {
    const OrderedJson* json = Find(spec.name, false);
    if (json == nullptr) continue;
    if (const std::optional<ParamValue> value = ToParamValue(*json)) {
      params.Set(spec.name, *value);
    } else {
      Fault(spec.name, "expected " + spec.Rule() + ", got " + Show(*json));
    }
  }
  for (const ParamFault& fault : CheckParams(owner, specs, params))
    faults_->Add(PointerTo(fault.name) + fault.below, fault.message);
  return params;
}

const OrderedJson* JsonObject::Array(const std::string& key, bool required) {
  const OrderedJson* value = Find(key, required);
  if (value == nullptr || value->is_array()) return value;
  Fault(key, "expected a list, got " + Show(*value));
  return nullptr;
}

const OrderedJson* JsonObject::Object(const std::string& key, bool required) {
  const OrderedJson* value = Find(key, required);
  if (value == nullptr || value->is_object()) return value;
  Fault(key, "expected an object, got " + Show(*value));
  return nullptr;
}

void JsonObject::Finish() {
  if (!value_.is_object()) return;
  for (const auto& item : value_.items()) {
    if (std::find(known_.begin(), known_.end(), item.key()) == known_.end())
      Fault(item.key(), UnknownName("key", item.key(), known_));
  }
}

}  // namespace mercer
