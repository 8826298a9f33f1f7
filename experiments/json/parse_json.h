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

// The one place where the program parses JSON. A text is refused where it is no JSON, has more than
// kMostJsonBytes, nests deeper than `deepest`, or has a number that no double holds.

/// JSON whose objects keep the order in which they were written.
using OrderedJson = nlohmann::ordered_json;

/// Of what people write: values below it are walked by recursion.
inline constexpr std::size_t kDeepestJson = 100;

enum class Comments { kRefused, kIgnored };

/// The value of a text, or nothing and one fault ("line 3, column 5", what was found and expected).
/// A key written twice in one object is a fault at its pointer; its last value is returned.
std::optional<OrderedJson> ParseJson(std::string_view text, Faults& faults,
                                     Comments comments = Comments::kRefused,
                                     std::size_t deepest = kDeepestJson);

/// The same; nothing where there is any fault.
std::optional<OrderedJson> ParseJson(std::string_view text, Comments comments = Comments::kRefused);

/// Takes the texts of one object, the one that the root has under this key, as they are read: key
/// and text. A record of 70 columns is read in half the time of making a tree of it.
struct TextSink {
  std::string object;
  std::function<void(const std::string&, const std::string&)> take;
};

/// The same; the texts of that object are not in the value.
std::optional<OrderedJson> ParseJson(std::string_view text, const TextSink& sink);

/// The same of a text that people write, such as a config: comments are ignored, whole numbers
/// written as 5.0 or 5e2 become integers, objects are sorted by key.
std::optional<Json> ParseConfigJson(std::string_view text, Faults& faults);

/// The same of a text that messages call `name`. Throws InvalidInput with every fault, "<name>,
/// line 3, column 5: …".
OrderedJson RequireJson(std::string_view text, const std::string& name,
                        std::size_t deepest = kDeepestJson);

/// The same of a file, read by ReadRegularFile; a key written twice is added to the faults, which
/// the caller throws with those that it finds.
OrderedJson ReadJsonFile(const std::filesystem::path& path, Faults& faults);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_PARSE_JSON_H_
