#ifndef MERCER_EXPERIMENTS_CONFIG_JSON_FAULTS_H_
#define MERCER_EXPERIMENTS_CONFIG_JSON_FAULTS_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mercer {

/// One fault of a config: where (JSON pointer, or "line 3, column 5" for text that is no JSON) and
/// one sentence.
struct ConfigFault {
  std::string where;
  std::string message;
};

/// The faults found so far, each once: a method that holds for several data sets is checked for
/// each of them.
class Faults {
 public:
  void Add(std::string where, std::string message) {
    ++said_;
    const bool known = std::any_of(list_.begin(), list_.end(), [&](const ConfigFault& fault) {
      return fault.where == where && fault.message == message;
    });
    if (!known) list_.push_back({std::move(where), std::move(message)});
  }

  bool empty() const { return list_.empty(); }

  /// Faults said so far, repeated ones counted again: tells whether a check found any.
  std::size_t said() const { return said_; }

  std::vector<ConfigFault> Take() { return std::move(list_); }

 private:
  std::vector<ConfigFault> list_;
  std::size_t said_ = 0;
};

/// Where the values of a config object were written. A method that a data set overrides is a merged
/// object: its values come from /methods/i, the overridden ones from /datasets/j/override/id.
class Place {
 public:
  explicit Place(std::string pointer) : pointer_(std::move(pointer)) {}

  /// The value at `relative` ("/learner/cost"), and what is below it, was written at `pointer`.
  void Override(std::string relative, std::string pointer) {
    overrides_.emplace_back(std::move(relative), std::move(pointer));
  }

  /// JSON pointer, in the file, of a value of the object ("" for the object itself).
  std::string Of(const std::string& relative) const {
    for (auto it = overrides_.rbegin(); it != overrides_.rend(); ++it) {
      const auto& [prefix, pointer] = *it;
      const bool below = relative.compare(0, prefix.size(), prefix) == 0 &&
                         (relative.size() == prefix.size() || relative[prefix.size()] == '/');
      if (below) return pointer + relative.substr(prefix.size());
    }
    return pointer_ + relative;
  }

 private:
  std::string pointer_;
  std::vector<std::pair<std::string, std::string>> overrides_;
};

/// Every fault on a line of its own, as `mercer validate` and `mercer run` show them.
inline std::string FormatFaults(const std::string& path, const std::vector<ConfigFault>& faults) {
  std::string text =
      path + ": " + std::to_string(faults.size()) + (faults.size() == 1 ? " fault" : " faults");
  for (const ConfigFault& fault : faults) {
    text += "\n  " + (fault.where.empty() ? "" : fault.where + ": ") + fault.message;
  }
  return text;
}

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_JSON_FAULTS_H_
