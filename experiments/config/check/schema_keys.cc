#include "experiments/config/check/schema_keys.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "experiments/config/check/schema_check.h"

namespace mercer {
namespace {

class KeyList {
 public:
  explicit KeyList(OrderedJson schema) : schema_(std::move(schema)) {}

  OrderedJson Entries() {
    Add("config", "", schema_);
    return std::move(entries_);
  }

 private:
  const OrderedJson& Resolve(const OrderedJson& node) const {
    const std::string reference = TextOf(node, "$ref");  // "#/definitions/split"
    if (reference.empty()) return node;
    return schema_.at("definitions").at(reference.substr(reference.rfind('/') + 1));
  }

  OrderedJson Key(const std::string& name, const OrderedJson& unresolved,
                  const std::vector<std::string>& required) const {
    const OrderedJson& node = Resolve(unresolved);
    OrderedJson key = {{"name", name}, {"rule", ExpectedBy(Json(node))}};
    if (const OrderedJson* items = Member(node, "items")) {
      const std::vector<std::string> values = TextsOf(Resolve(*items), "enum");
      if (!values.empty())
        key["rule"] = (node.contains("minItems") ? "a list of at least one of " : "a list of ") +
                      Join(values, ", ");
    }
    if (const OrderedJson* value = Member(node, "default")) {
      key["default"] = *value;
    } else {
      key["required"] = std::find(required.begin(), required.end(), name) != required.end();
    }
    key["help"] = TextOf(node, "description");
    const OrderedJson* examples = Member(unresolved, "examples");
    if (examples != nullptr && !examples->empty()) key["example"] = examples->front();
    return key;
  }

  // The object's entry, then those of the objects in it. `prefix` begins the paths of these.
  void Add(const std::string& name, const std::string& prefix, const OrderedJson& node) {
    const OrderedJson* properties = Member(node, "properties");
    if (properties == nullptr) return;
    if (properties->size() == 1 && properties->contains("name")) return;
    OrderedJson entry = {{"name", name}, {"summary", TextOf(node, "description")}};
    const std::vector<std::string> required = TextsOf(node, "required");
    for (const auto& [key, property] : properties->items())
      entry["parameters"].push_back(Key(key, property, required));
    entries_.push_back(std::move(entry));
    for (const auto& [key, property] : properties->items()) {
      const OrderedJson& below = Resolve(property);
      const OrderedJson* items = Member(below, "items");
      const bool has_keys = below.contains("properties");
      const std::string path = prefix + key + (has_keys ? "" : "[]");
      if (has_keys) {
        Add(path, path + ".", below);
      } else if (items != nullptr) {
        Add(path, path + ".", Resolve(*items));
      }
    }
  }

  OrderedJson schema_;
  OrderedJson entries_ = OrderedJson::array();
};

}  // namespace

OrderedJson ConfigKeys(const std::filesystem::path& schema) {
  Faults faults;
  OrderedJson read = ReadJsonFile(schema, faults);
  faults.ThrowIfAny(schema);
  return KeyList(std::move(read)).Entries();
}

}  // namespace mercer
