#include "experiments/json/faults.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// A key that a file has may be of any length.
std::string Shown(const std::string& where) {
  constexpr std::size_t kLongest = 200;
  return Cut(where, kLongest);
}

}  // namespace

void Faults::Add(std::string where, std::string message) {
  ++said_;
  const bool known = std::any_of(list_.begin(), list_.end(), [&](const JsonFault& fault) {
    return fault.where == where && fault.message == message;
  });
  if (!known) list_.push_back({std::move(where), std::move(message)});
}

void Faults::ThrowIfAny(const std::filesystem::path& path) const {
  if (list_.empty()) return;
  const bool one = list_.size() == 1;
  std::string text =
      path.string() + (one ? ": " : " has " + std::to_string(list_.size()) + " faults:");
  for (const JsonFault& fault : list_)
    text += (one ? "" : "\n  ") + (fault.where.empty() ? "/" : Shown(fault.where)) + ": " +
            fault.message;
  throw InvalidInput(text);
}

std::string FormatFaults(const std::string& path, const std::vector<JsonFault>& faults) {
  std::string text =
      path + ": " + std::to_string(faults.size()) + (faults.size() == 1 ? " fault" : " faults");
  for (const JsonFault& fault : faults)
    text += "\n  " + (fault.where.empty() ? "" : Shown(fault.where) + ": ") + fault.message;
  return text;
}

std::string Child(const std::string& pointer, const std::string& key) {
  std::string child = pointer + "/";
  for (const char c : key) {
    if (c == '~' || c == '/') {
      child += c == '~' ? "~0" : "~1";
    } else {
      child += c;
    }
  }
  return child;
}

std::string Child(const std::string& pointer, std::size_t index) {
  return pointer + "/" + std::to_string(index);
}

std::string Place::Of(const std::string& relative) const {
  for (auto it = overrides_.rbegin(); it != overrides_.rend(); ++it) {
    const auto& [prefix, pointer] = *it;
    const bool below = relative.compare(0, prefix.size(), prefix) == 0 &&
                       (relative.size() == prefix.size() || relative[prefix.size()] == '/');
    if (below) return pointer + relative.substr(prefix.size());
  }
  return pointer_ + relative;
}

}  // namespace mercer
