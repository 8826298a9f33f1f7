#include "experiments/config/json/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "core/base/text.h"

namespace mercer {
namespace {

constexpr std::size_t kDeepest = 100;

// Reading on would only cost memory, and recursion over the values the stack.
struct TooDeep {};

// nlohmann keeps the last of two equal keys without a word; a config must not lose one.
class RepeatedKeys {
 public:
  explicit RepeatedKeys(Faults& faults) : faults_(faults) {}

  bool operator()(int, Json::parse_event_t event, const Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start:
        Enter(false);
        break;
      case Json::parse_event_t::array_start:
        Enter(true);
        break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end:
        levels_.pop_back();
        break;
      case Json::parse_event_t::key:
        Key(parsed.get<std::string>());
        break;
      case Json::parse_event_t::value:
        NextItem();
        break;
    }
    return true;
  }

 private:
  struct Level {
    std::string pointer;
    bool list = false;
    std::size_t items = 0;
    std::string child;  // pointer of the value that comes next
    std::set<std::string> keys{};
  };

  std::string NextItem() {
    if (levels_.empty()) return "";
    Level& level = levels_.back();
    return level.list ? Child(level.pointer, level.items++) : level.child;
  }

  void Enter(bool list) {
    if (levels_.size() == kDeepest) throw TooDeep();
    levels_.push_back({NextItem(), list, 0, ""});
  }

  void Key(const std::string& key) {
    Level& level = levels_.back();
    level.child = Child(level.pointer, key);
    if (!level.keys.insert(key).second) {
      faults_.Add(level.child, "key '" + key + "' is written twice; expected once");
    }
  }

  Faults& faults_;
  std::vector<Level> levels_;
};

void WholeNumbersToIntegers(Json& value) {
  if (value.is_structured()) {
    for (Json& item : value) WholeNumbersToIntegers(item);
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    if (std::floor(number) == number && std::abs(number) < 9e15) {
      value = static_cast<std::int64_t>(number);
    }
  }
}

std::string Between(const std::string& text, std::string_view after, std::string_view before) {
  const std::size_t begin = text.find(after);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + after.size();
  const std::size_t end = text.find(before, from);
  return text.substr(from, end == std::string::npos ? end : end - from);
}

// "line 3, column 5" of a character counted from 1. nlohmann's own column is lost where a number
// ends a line.
std::string PlaceOf(const std::string& text, std::size_t character) {
  const std::size_t at = std::min(character, text.size());
  std::size_t line = 1;
  std::size_t column = at;
  for (std::size_t i = 0; i + 1 < at; ++i) {
    if (text[i] != '\n') continue;
    ++line;
    column = at - (i + 1);
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// nlohmann: "[json.exception…] parse error at line 3, column 5: syntax error while parsing value -
// unexpected ']'; last read: '…'; expected …".
std::string ReasonOf(const std::string& what) {
  const std::string reason = Between(what, " - ", "\n");
  return reason.empty() ? what : reason;
}

std::optional<std::size_t> ParseIndex(const std::string& text) {
  std::size_t index = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), index);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return index;
}

}  // namespace

std::optional<Json> ParseJson(const std::string& text, Faults& faults) {
  try {
    RepeatedKeys repeated(faults);
    Json document = Json::parse(
        text,
        [&repeated](int depth, Json::parse_event_t event, Json& parsed) {
          return repeated(depth, event, parsed);
        },
        /*allow_exceptions=*/true, /*ignore_comments=*/true);
    WholeNumbersToIntegers(document);
    return document;
  } catch (const TooDeep&) {
    faults.Add("", "the config nests lists and objects deeper than " + std::to_string(kDeepest) +
                       " levels; expected a few");
    return std::nullopt;
  } catch (const Json::parse_error& error) {
    faults.Add(PlaceOf(text, error.byte), "the text is not JSON: " + ReasonOf(error.what()));
    return std::nullopt;
  } catch (const Json::exception& error) {
    faults.Add("", "the text cannot be read as JSON: " + std::string(error.what()));
    return std::nullopt;
  }
}

void ApplySetting(Json& document, const std::string& path, const std::string& value,
                  Faults& faults) {
  const std::string where = "--set " + path;
  Json* node = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = path.find('.', begin);
    if (end == std::string::npos) end = path.size();
    std::string key = path.substr(begin, end - begin);
    if (node->is_array()) {
      const std::optional<std::size_t> index = ParseIndex(key);
      if (!index || *index >= node->size()) {
        faults.Add(where, "'" + key + "' is no place in a list of " + std::to_string(node->size()) +
                              "; expected a whole number below that, counting from 0");
        return;
      }
      node = &(*node)[*index];
    } else if (node->is_object() || node->is_null()) {
      // A key may itself hold dots ("learner.cost" of a tuning grid).
      if (node->contains(path.substr(begin))) {
        key = path.substr(begin);
        end = path.size();
      }
      if (key.empty()) {
        faults.Add(where, "the path has an empty key; expected keys joined by dots");
        return;
      }
      node = &(*node)[key];
    } else {
      faults.Add(where, "'" + key + "' is looked for in " + Show(*node) +
                            ", which is neither an object nor a list");
      return;
    }
    begin = end + 1;
  }
  Json parsed = Json::parse(value, nullptr, false);
  *node = parsed.is_discarded() ? Json(value) : std::move(parsed);
  WholeNumbersToIntegers(*node);
}

std::string Child(const std::string& pointer, const std::string& key) {
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
  return pointer + "/" + escaped;
}

std::string Child(const std::string& pointer, std::size_t index) {
  return pointer + "/" + std::to_string(index);
}

const Json* Member(const Json& object, const std::string& key) {
  if (!object.is_object()) return nullptr;
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

std::string TextOf(const Json& object, const std::string& key) {
  const Json* value = Member(object, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

std::vector<std::string> TextsOf(const Json& object, const std::string& key) {
  std::vector<std::string> texts;
  const Json* list = Member(object, key);
  if (list == nullptr || !list->is_array()) return texts;
  for (const Json& item : *list) {
    if (item.is_string()) texts.push_back(item.get<std::string>());
  }
  return texts;
}

std::optional<ParamValue> ToParamValue(const Json& value) {
  if (value.is_boolean()) return ParamValue(value.get<bool>());
  if (value.is_string()) return ParamValue(value.get<std::string>());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
    return ParamValue(value.get<double>());
  }
  if (value.is_number_integer()) return ParamValue(value.get<std::int64_t>());
  if (value.is_number()) return ParamValue(value.get<double>());
  if (value.is_array()) {
    ParamValue::List list;
    for (const Json& item : value) {
      const std::optional<ParamValue> converted = ToParamValue(item);
      if (!converted) return std::nullopt;
      list.push_back(*converted);
    }
    return ParamValue(std::move(list));
  }
  if (!value.is_object()) return std::nullopt;
  Params params;
  for (const auto& [key, item] : value.items()) {
    const std::optional<ParamValue> converted = ToParamValue(item);
    if (!converted) return std::nullopt;
    params.Set(key, *converted);
  }
  return ParamValue(std::move(params));
}

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

std::string Show(const Json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kLongest) {
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end) + "…";
  }
  return text;
}

}  // namespace mercer
