#ifndef MERCER_EXPERIMENTS_CATALOGUE_JSON_READER_H_
#define MERCER_EXPERIMENTS_CATALOGUE_JSON_READER_H_

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/params.h"

namespace mercer {

/// JSON whose objects keep the order in which they were written.
using OrderedJson = nlohmann::ordered_json;

/// A value as a message shows it: JSON, cut after 60 bytes.
std::string Shown(const OrderedJson& value);

/// Throws InvalidInput that names the path, and for text that is no JSON line and column.
OrderedJson ReadJsonFile(const std::filesystem::path& path);

/// Every fault of one JSON file, each with the JSON pointer of the value at fault.
class JsonFaults {
 public:
  void Add(const std::string& pointer, const std::string& fault);

  /// Throws InvalidInput "<path>: <pointer>: <fault>", or, for several, a heading and one line for
  /// each. Does nothing without faults.
  void ThrowIfAny(const std::filesystem::path& path) const;

 private:
  std::vector<std::string> faults_;
};

/// Reads the keys of one JSON object. A key that is absent, of another kind or out of range is a
/// fault (and an empty value is returned, so that reading goes on); Finish adds one for every key
/// that was never asked for.
class JsonObject {
 public:
  /// `pointer` is the object's own ("" for the whole file). A value that is no object is a fault.
  JsonObject(const OrderedJson& value, std::string pointer, JsonFaults* faults);

  std::string Text(const std::string& key);          // not empty
  std::string OptionalText(const std::string& key);  // "" where absent
  std::int64_t Whole(const std::string& key, std::int64_t min);
  double OptionalNumber(const std::string& key, double by_default, double min);
  std::vector<std::string> Texts(const std::string& key, bool required);

  /// The keys that are parameters of `specs`, checked; `owner` names them in the sentences.
  Params Parameters(const std::string& owner, const std::vector<ParamSpec>& specs);

  /// The array or object under the key; nullptr where it is absent or of another kind, which is a
  /// fault unless absence is allowed.
  const OrderedJson* Array(const std::string& key, bool required);
  const OrderedJson* Object(const std::string& key, bool required);

  void Fault(const std::string& key, const std::string& fault);
  std::string PointerTo(const std::string& key) const;
  void Finish();

 private:
  const OrderedJson* Find(const std::string& key, bool required);

  const OrderedJson& value_;
  std::string pointer_;
  JsonFaults* faults_;
  std::vector<std::string> known_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_JSON_READER_H_
