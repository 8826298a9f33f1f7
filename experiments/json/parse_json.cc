#include "experiments/json/parse_json.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "experiments/json/regular_file.h"

namespace mercer {
namespace {

/// "line 3, column 5" of a byte; lines and columns count from 1.
std::string PlaceOf(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// The last byte before `end` that is neither blank nor part of a comment; npos where there is
/// none. Texts in quotes hold no comments.
std::size_t LastMark(std::string_view text, std::size_t end) {
  std::size_t last = text.npos;
  for (std::size_t at = 0; at < end; ++at) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '/' && at + 1 < end && (text[at + 1] == '/' || text[at + 1] == '*')) {
      const bool line = text[at + 1] == '/';
      const std::size_t closed = text.find(line ? "\n" : "*/", at + 2);
      at = closed == text.npos ? end : closed + (line ? 0 : 1);
      continue;
    }
    last = at;
    if (c != '"') continue;
    for (++at; at < end && text[at] != '"'; ++at)
      if (text[at] == '\\') ++at;
    last = at;
  }
  return last;
}

/// Where the comma stands that the bracket or brace at `end` follows; npos where none does.
std::size_t TrailingComma(std::string_view text, std::size_t end) {
  if (end >= text.size() || (text[end] != '}' && text[end] != ']')) return text.npos;
  const std::size_t last = LastMark(text, end);
  return last != text.npos && text[last] == ',' ? last : text.npos;
}

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

/// Takes what nlohmann's parser finds and makes the value of it.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::size_t deepest, Faults& faults,
              const TextSink* sink = nullptr)
      : text_(text), deepest_(deepest), faults_(faults), sink_(sink) {}

  bool null() { return Add(nullptr); }
  bool boolean(bool value) { return Add(value); }
  bool number_integer(std::int64_t value) { return Add(value); }
  bool number_unsigned(std::uint64_t value) { return Add(value); }
  bool number_float(double value, const std::string&) { return Add(value); }
  bool binary(OrderedJson::binary_t&) { return false; }  // no text has one
  bool start_object(std::size_t) { return Open(OrderedJson::object()); }
  bool start_array(std::size_t) { return Open(OrderedJson::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }

  // Keys and texts are copied: the parser uses its own again.
  bool key(std::string& key) {
    levels_.back().key = key;
    return true;
  }

  bool string(std::string& value) {
    const bool is_sunk = sink_ != nullptr && levels_.size() == 2 &&
                         levels_[0].key == sink_->object && levels_[1].value->is_object();
    if (!is_sunk) return Add(value);
    sink_->take(levels_[1].key, value);
    return true;
  }

  // nlohmann: "[json.exception…] parse error at line 3, column 5: syntax error while parsing value
  // - unexpected ']'; last read: '…'; expected …", and an exception of its own for a number.
  template <class Exception>
  bool parse_error(std::size_t position, const std::string& token, const Exception& error) {
    const std::string what = error.what();
    const std::size_t reason = what.find("syntax error");
    const bool is_number = reason == std::string::npos;
    const std::size_t back = is_number ? token.size() : 1;
    const std::size_t at = std::min(position - std::min(position, back), text_.size());
    const std::size_t comma = is_number ? text_.npos : TrailingComma(text_, at);
    broken_where_ = PlaceOf(text_, comma != text_.npos ? comma : at);
    if (comma != text_.npos) {
      broken_ = std::string("no trailing comma, got one before '") + text_[at] + "'";
      return false;
    }
    broken_ = is_number ? "a number below 1.8e308, got " + Quoted(token)
                        : "JSON, got a " + Cut(what.substr(reason), kLongestReason);
    return false;
  }

  OrderedJson& root() { return root_; }
  /// What was expected and found where the text is no JSON, and where; "" while all is well.
  const std::string& broken() const { return broken_; }
  const std::string& broken_where() const { return broken_where_; }
  bool is_too_deep() const { return is_too_deep_; }

 private:
  static constexpr std::size_t kLongestReason = 300;

  struct Level {
    OrderedJson* value;                      // a list or an object, not closed yet
    std::string key{};                       // of the object's value that comes next
    std::unordered_set<std::string> keys{};  // of an object of many
  };

  std::string Pointer() const {
    std::string pointer;
    for (const Level& level : levels_) {
      pointer = level.value->is_array() ? Child(pointer, level.value->size() - 1)
                                        : Child(pointer, level.key);
    }
    return pointer;
  }

  // Where an object's value under the level's key goes. The library's own objects look through all
  // their keys at each insertion, and keep the last of two equal ones without a word.
  OrderedJson& Slot(Level& level) {
    constexpr std::size_t kMany = 64;
    auto& object = level.value->get_ref<OrderedJson::object_t&>();
    std::vector<OrderedJson::object_t::value_type>& entries = object;
    if (entries.size() == kMany)
      for (const auto& entry : entries) level.keys.insert(entry.first);
    const bool is_new = entries.size() < kMany ? object.find(level.key) == object.end()
                                               : level.keys.insert(level.key).second;
    if (is_new) return entries.emplace_back(level.key, nullptr).second;
    faults_.Add(Pointer(), "key " + Quoted(level.key) + " is written twice; expected once");
    return object.find(level.key)->second;
  }

  OrderedJson& Put(OrderedJson value) {
    OrderedJson* place = &root_;
    if (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.value->is_array()) {
        level.value->push_back(std::move(value));
        return level.value->back();
      }
      place = &Slot(level);
    }
    *place = std::move(value);
    return *place;
  }

  bool Add(OrderedJson value) {
    Put(std::move(value));
    return true;
  }

  bool Open(OrderedJson value) {
    is_too_deep_ = levels_.size() == deepest_;
    if (!is_too_deep_) levels_.push_back({&Put(std::move(value))});
    return !is_too_deep_;
  }

  bool Close() {
    levels_.pop_back();
    return true;
  }

  std::string_view text_;
  std::size_t deepest_;
  Faults& faults_;
  const TextSink* sink_;
  OrderedJson root_{};
  std::vector<Level> levels_{};
  std::string broken_{}, broken_where_{};
  bool is_too_deep_ = false;
};

/// The value of the text, unless it is refused: then the builder, or the message, says why.
bool Build(std::string_view text, Comments comments, std::size_t deepest, TreeBuilder& builder,
           std::string& message) {
  if (text.size() > kMostJsonBytes) {
    message = "the text has " + std::to_string(text.size()) + " bytes; expected at most " +
              std::to_string(kMostJsonBytes);
    return false;
  }
  if (OrderedJson::sax_parse(text.begin(), text.end(), &builder, OrderedJson::input_format_t::json,
                             /*strict=*/true, comments == Comments::kIgnored)) {
    return true;
  }
  if (builder.is_too_deep()) {
    message =
        "lists and objects nest deeper than " + std::to_string(deepest) + " levels; expected a few";
  }
  return false;
}

OrderedJson Require(std::string_view text, const std::string& name, std::size_t deepest,
                    Faults& faults) {
  TreeBuilder builder(text, deepest, faults);
  std::string message;
  if (Build(text, Comments::kRefused, deepest, builder, message)) return std::move(builder.root());
  if (!message.empty()) throw InvalidInput(name + ": " + message);
  throw InvalidInput(name + ", " + builder.broken_where() + ": expected " + builder.broken());
}

}  // namespace

std::optional<OrderedJson> ParseJson(std::string_view text, Faults& faults, Comments comments,
                                     std::size_t deepest) {
  TreeBuilder builder(text, deepest, faults);
  std::string message;
  if (Build(text, comments, deepest, builder, message)) return std::move(builder.root());
  if (message.empty()) {
    const std::size_t reason = builder.broken().find(" - ");
    message = reason == std::string::npos
                  ? "expected " + builder.broken()
                  : "the text is not JSON: " + builder.broken().substr(reason + 3);
  }
  faults.Add(builder.broken_where(), message);
  return std::nullopt;
}

std::optional<OrderedJson> ParseJson(std::string_view text, Comments comments) {
  Faults faults;
  std::optional<OrderedJson> value = ParseJson(text, faults, comments);
  return faults.empty() ? std::move(value) : std::nullopt;
}

std::optional<OrderedJson> ParseJson(std::string_view text, const TextSink& sink) {
  Faults faults;
  TreeBuilder builder(text, kDeepestJson, faults, &sink);
  std::string ignored;
  const bool is_whole = Build(text, Comments::kRefused, kDeepestJson, builder, ignored);
  return is_whole && faults.empty() ? std::optional(std::move(builder.root())) : std::nullopt;
}

std::optional<Json> ParseConfigJson(std::string_view text, Faults& faults) {
  const std::optional<OrderedJson> ordered = ParseJson(text, faults, Comments::kIgnored);
  if (!ordered) return std::nullopt;
  Json value = *ordered;
  WholeNumbersToIntegers(value);
  return value;
}

OrderedJson RequireJson(std::string_view text, const std::string& name, std::size_t deepest) {
  Faults faults;
  OrderedJson value = Require(text, name, deepest, faults);
  faults.ThrowIfAny(name);
  return value;
}

OrderedJson ReadJsonFile(const std::filesystem::path& path, Faults& faults) {
  return Require(ReadRegularFile(path), path.string(), kDeepestJson, faults);
}

}  // namespace mercer
