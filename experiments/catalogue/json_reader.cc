#include "experiments/catalogue/json_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

constexpr std::uint64_t kMaxJsonBytes = 64 << 20;
constexpr std::int64_t kMaxWhole = 1'000'000'000'000;  // sums of what a file holds cannot overflow

// nullopt for null, alone or inside.
std::optional<ParamValue> ValueOf(const OrderedJson& json) {
  if (json.is_boolean()) return ParamValue(json.get<bool>());
  if (json.is_string()) return ParamValue(json.get<std::string>());
  if (json.is_number_integer()) return ParamValue(json.get<std::int64_t>());
  if (json.is_number()) return ParamValue(json.get<double>());
  if (json.is_null()) return std::nullopt;
  ParamValue::List list;
  Params params;
  for (const auto& [key, item] : json.items()) {
    const std::optional<ParamValue> value = ValueOf(item);
    if (!value) return std::nullopt;
    json.is_array() ? list.push_back(*value) : params.Set(key, *value);
  }
  return json.is_array() ? ParamValue(std::move(list)) : ParamValue(std::move(params));
}

}  // namespace

std::string Shown(const OrderedJson& value) {
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

OrderedJson ReadJsonFile(const std::filesystem::path& path) {
  const std::string text = ReadWholeFile(path.string(), kMaxJsonBytes);
  try {
    return OrderedJson::parse(text);
  } catch (const OrderedJson::parse_error& error) {
    const std::string what = error.what();
    const std::size_t detail = what.find("syntax error");
    ThrowAt(path.string(), text, std::min(error.byte > 0 ? error.byte - 1 : 0, text.size()),
            "expected JSON, got a " +
                (detail == std::string::npos ? std::string("fault") : what.substr(detail)));
  } catch (const OrderedJson::out_of_range& error) {
    // It names the number and not its place.
    const std::string what = error.what();
    const std::size_t begin = what.find('\'') + 1;
    const std::string number = what.substr(begin, what.rfind('\'') - begin);
    ThrowAt(path.string(), text, std::min(text.find(number), text.size()),
            "expected a number below 1.8e308, got " + Quoted(number));
  }
}

void JsonFaults::Add(const std::string& pointer, const std::string& fault) {
  faults_.push_back((pointer.empty() ? "/" : pointer) + ": " + fault);
}

void JsonFaults::ThrowIfAny(const std::filesystem::path& path) const {
  if (faults_.empty()) return;
  if (faults_.size() == 1) throw InvalidInput(path.string() + ": " + faults_.front());
  throw InvalidInput(path.string() + " has " + std::to_string(faults_.size()) + " faults:\n  " +
                     Join(faults_, "\n  "));
}

JsonObject::JsonObject(const OrderedJson& value, std::string pointer, JsonFaults* faults)
    : value_(value), pointer_(std::move(pointer)), faults_(faults) {
  if (!value_.is_object()) faults_->Add(pointer_, "expected an object, got " + Shown(value_));
}

std::string JsonObject::PointerTo(const std::string& key) const {
  std::string escaped;
  for (const char c : key) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return pointer_ + "/" + escaped;
}

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
    Fault(key, "expected text, got " + Shown(*value));
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
    Fault(key, "expected a whole number >= " + std::to_string(min) + ", got " + Shown(*value));
    return 0;
  }
  if (value->get<std::int64_t>() > kMaxWhole) {
    Fault(key, "expected at most " + std::to_string(kMaxWhole) + ", got " + Shown(*value));
    return 0;
  }
  return value->get<std::int64_t>();
}

double JsonObject::OptionalNumber(const std::string& key, double by_default, double min) {
  const OrderedJson* value = Find(key, false);
  if (value == nullptr) return by_default;
  if (value->is_number() && value->get<double>() >= min) return value->get<double>();
  Fault(key, std::isinf(min)
                 ? "expected a number, got " + Shown(*value)
                 : "expected a number >= " + FormatNumber(min) + ", got " + Shown(*value));
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
      faults_->Add(PointerTo(key) + "/" + std::to_string(i), "expected text, got " + Shown(item));
    }
  }
  return texts;
}

Params JsonObject::Parameters(const std::string& owner, const std::vector<ParamSpec>& specs) {
  Params params;
  for (const ParamSpec& spec : specs) {
    const OrderedJson* json = Find(spec.name, false);
    if (json == nullptr) continue;
    if (const std::optional<ParamValue> value = ValueOf(*json)) {
      params.Set(spec.name, *value);
    } else {
      Fault(spec.name, "expected " + spec.Rule() + ", got " + Shown(*json));
    }
  }
  for (const ParamFault& fault : CheckParams(owner, specs, params))
    faults_->Add(PointerTo(fault.name) + fault.below, fault.message);
  return params;
}

const OrderedJson* JsonObject::Array(const std::string& key, bool required) {
  const OrderedJson* value = Find(key, required);
  if (value == nullptr || value->is_array()) return value;
  Fault(key, "expected a list, got " + Shown(*value));
  return nullptr;
}

const OrderedJson* JsonObject::Object(const std::string& key, bool required) {
  const OrderedJson* value = Find(key, required);
  if (value == nullptr || value->is_object()) return value;
  Fault(key, "expected an object, got " + Shown(*value));
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
