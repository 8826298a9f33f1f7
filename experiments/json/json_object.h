#ifndef MERCER_EXPERIMENTS_JSON_JSON_OBJECT_H_
#define MERCER_EXPERIMENTS_JSON_JSON_OBJECT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "experiments/json/faults.h"
#include "experiments/json/json_values.h"
#include "experiments/json/parse_json.h"

namespace mercer {

/// Reads the keys of one JSON object. A key that is missing, of another kind or out of range is an
/// error; an empty value is then returned, so that reading continues. Finish adds an error for
/// every key that was never read.
class JsonObject {
 public:
  /// `pointer` is that of the object ("" for the whole file). A value that is not an object is an
  /// error.
  JsonObject(const OrderedJson& value, std::string pointer, Faults* faults);

  std::string Text(const std::string& key);          // not empty
  std::string OptionalText(const std::string& key);  // "" if missing
  std::int64_t Whole(const std::string& key, std::int64_t min);
  double OptionalNumber(const std::string& key, double by_default, double min);
  std::vector<std::string> Texts(const std::string& key, bool required);

  /// The keys that are parameters of `specs`, checked; `owner` names their owner in messages.
  Params Parameters(const std::string& owner, const std::vector<ParamSpec>& specs);

  /// The array or object under the key; nullptr if it is missing or of another kind, which is an
  /// error unless the key is optional.
  const OrderedJson* Array(const std::string& key, bool required);
  const OrderedJson* Object(const std::string& key, bool required);

  void Fault(const std::string& key, const std::string& fault);
  std::string PointerTo(const std::string& key) const;
  void Finish();

 private:
  const OrderedJson* Find(const std::string& key, bool required);

  const OrderedJson& value_;
  std::string pointer_;
  Faults* faults_;
  std::vector<std::string> known_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_JSON_OBJECT_H_
