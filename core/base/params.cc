#include "core/base/params.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// Text stands as it is where nothing else could be meant by it; else in quotes, so that "1" is not
// 1 and "a,b" not two items.
std::string CanonicalText(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_plain = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
  };
  const bool taken = text == "true" || text == "false" || text == "nan" || text == "inf";
  if (!text.empty() && is_letter(text[0]) && !taken &&
      std::all_of(text.begin(), text.end(), is_plain)) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

ParamValue::ParamValue(Params value) : value_(std::make_shared<const Params>(std::move(value))) {}

bool ParamValue::AsBool() const {
  MERCER_CHECK(is_bool());
  return std::get<bool>(value_);
}

std::int64_t ParamValue::AsInteger() const {
  MERCER_CHECK(is_integer());
  return std::get<std::int64_t>(value_);
}

double ParamValue::AsNumber() const {
  if (is_integer()) return static_cast<double>(AsInteger());
  MERCER_CHECK(is_number());
  return std::get<double>(value_);
}

const std::string& ParamValue::AsText() const {
  MERCER_CHECK(is_text());
  return std::get<std::string>(value_);
}

const ParamValue::List& ParamValue::AsList() const {
  MERCER_CHECK(is_list());
  return std::get<List>(value_);
}

const Params& ParamValue::AsParams() const {
  MERCER_CHECK(is_params());
  return *std::get<std::shared_ptr<const Params>>(value_);
}

std::string ParamValue::Canonical() const {
  if (is_bool()) return AsBool() ? "true" : "false";
  if (is_integer()) return std::to_string(AsInteger());
  if (is_number()) {
    const double value = AsNumber();
    if (std::floor(value) == value && std::abs(value) < 0x1p63)
      return std::to_string(std::llround(value));
    return FormatNumber(value);
  }
  if (is_text()) return CanonicalText(AsText());
  if (is_params()) return "{" + AsParams().Canonical() + "}";
  std::vector<std::string> items;
  for (const ParamValue& item : AsList()) items.push_back(item.Canonical());
  return "[" + Join(items, ",") + "]";
}

void Params::Set(const std::string& name, ParamValue value) {
  for (Entry& entry : entries_) {
    if (entry.first == name) {
      entry.second = std::move(value);
      return;
    }
  }
  entries_.emplace_back(name, std::move(value));
}

void Params::Erase(std::string_view name) {
  std::erase_if(entries_, [name](const Entry& entry) { return entry.first == name; });
}

const ParamValue* Params::Find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.first == name) return &entry.second;
  }
  return nullptr;
}

const ParamValue& Params::Get(std::string_view name) const {
  const ParamValue* value = Find(name);
  MERCER_CHECK(value != nullptr);
  return *value;
}

std::string Params::Canonical() const {
  std::vector<std::string> items;
  for (const auto& [name, value] : entries_) items.push_back(name + "=" + value.Canonical());
  std::sort(items.begin(), items.end());
  return Join(items, ",");
}

}  // namespace mercer
