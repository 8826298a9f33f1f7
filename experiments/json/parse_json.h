#ifndef MERCER_EXPERIMENTS_JSON_PARSE_JSON_H_
#define MERCER_EXPERIMENTS_JSON_PARSE_JSON_H_

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/json/faults.h"
#include "experiments/json/json_values.h"

namespace mercer {

// The only place where the program parses JSON. A text is refused if it is not JSON, has more than
// kMostJsonBytes, nests deeper than `deepest`, or has a number that no double can hold.

/// JSON whose objects keep the order in which they were written.
using OrderedJson = nlohmann::ordered_json;

/// Nesting limit for texts written by people, whose values are processed recursively.
inline constexpr std::size_t kDeepestJson = 100;

enum class Comments { kRefused, kIgnored };

/// The value of a text; if it is not valid, nullopt and one error ("line 3, column 5", what was
/// found and what was expected). A key written twice in one object is an error at its pointer; its
/// last value is returned.
std::optional<OrderedJson> ParseJson(std::string_view text, Faults& faults,
                                     Comments comments = Comments::kRefused,
                                     std::size_t deepest = kDeepestJson);

/// The same; nullopt if there is any error.
std::optional<OrderedJson> ParseJson(std::string_view text, Comments comments = Comments::kRefused);

/// Receives the strings of one object, the one under this key of the root, as they are read: key
/// and string. This reads a record of 70 columns in half the time of building a tree.
struct TextSink {
  std::string object;
  std::function<void(const std::string&, const std::string&)> take;
};

/// The same; the strings of that object are not in the value.
std::optional<OrderedJson> ParseJson(std::string_view text, const TextSink& sink);

/// The same for a text written by people, such as a config: comments are ignored, whole numbers
/// written as 5.0 or 5e2 become integers, and objects are sorted by key.
std::optional<Json> ParseConfigJson(std::string_view text, Faults& faults);

/// The same for a text that is called `name` in messages. Throws InvalidInput with all errors,
/// "<name>, line 3, column 5: …".
OrderedJson RequireJson(std::string_view text, const std::string& name,
                        std::size_t deepest = kDeepestJson);

/// The same for a file, read by ReadRegularFile. A key written twice is added to the errors, which
/// the caller throws together with its own.
OrderedJson ReadJsonFile(const std::filesystem::path& path, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_PARSE_JSON_H_
