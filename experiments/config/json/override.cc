#include <algorithm>

#include "experiments/config/read/read_methods.h"

namespace mercer {
namespace {

// Puts `value` at `node`; an object is merged into an object, or into the object that a bare name
// stands for.
void Merge(Json& node, const Json& value, const std::string& relative, const std::string& pointer,
           Place& place) {
  if (!value.is_object()) {
    node = value;
    place.Override(relative, pointer);
    return;
  }
  if (node.is_string()) node = {{"name", node}};
  if (!node.is_object()) {
    node = value;
    place.Override(relative, pointer);
    return;
  }
  for (const auto& [key, item] : value.items()) {
    Merge(node[key], item, Child(relative, key), Child(pointer, key), place);
  }
}

}  // namespace

Json MergeOverride(Json method, const Json& override_object, const std::string& pointer,
                   Place& place, Faults& faults) {
  for (const auto& [path, value] : override_object.items()) {
    const std::string at = Child(pointer, path);
    if (path == "id") {
      faults.Add(at, "id is overridden; expected any key of the method but its id");
      continue;
    }
    Json* node = &method;
    std::string relative;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      const std::string key = path.substr(begin, end - begin);
      if (node->is_string()) *node = {{"name", *node}};
      if (!node->is_object() && !node->is_null()) *node = Json::object();
      node = &(*node)[key];
      relative = Child(relative, key);
      begin = end + 1;
    }
    Merge(*node, value, relative, at, place);
  }
  return method;
}

}  // namespace mercer
