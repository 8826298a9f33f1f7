#ifndef MERCER_EXPERIMENTS_JSON_FAULTS_H_
#define MERCER_EXPERIMENTS_JSON_FAULTS_H_

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mercer {

/// One error in a JSON text: its location (a JSON pointer, or "line 3, column 5" for text that is
/// not JSON) and one sentence.
struct JsonFault {
  std::string where;
  std::string message;
};

/// The errors found so far, each once: a method that applies to several data sets is checked for
/// each of them.
class Faults {
 public:
  void Add(std::string where, std::string message);

  bool empty() const { return list_.empty(); }

  /// The number of errors added so far, including repeated ones. Comparing it shows whether a check
  /// found any.
  std::size_t said() const { return said_; }

  std::vector<JsonFault> Take() { return std::move(list_); }

  /// Throws InvalidInput "<path>: <pointer>: <error>", or, for several, a heading and one line for
  /// each. Does nothing without errors.
  void ThrowIfAny(const std::filesystem::path& path) const;

 private:
  std::vector<JsonFault> list_;
  std::size_t said_ = 0;
};

/// All errors, one per line, as `mercer validate` and `mercer run` show them.
std::string FormatFaults(const std::string& path, const std::vector<JsonFault>& faults);

/// The JSON pointer (RFC 6901) of a child.
std::string Child(const std::string& pointer, const std::string& key);
std::string Child(const std::string& pointer, std::size_t index);

/// The locations at which the values of a config object were written. A method that a data set
/// overrides is a merged object: its values come from /methods/i, the overridden ones from
/// /datasets/j/override/id.
class Place {
 public:
  explicit Place(std::string pointer) : pointer_(std::move(pointer)) {}

  /// Records that the value at `relative` ("/learner/cost"), and everything below it, was written
  /// at `pointer`.
  void Override(std::string relative, std::string pointer) {
    overrides_.emplace_back(std::move(relative), std::move(pointer));
  }

  /// The JSON pointer, in the file, of a value of the object ("" for the object itself).
  std::string Of(const std::string& relative) const;

 private:
  std::string pointer_;
  std::vector<std::pair<std::string, std::string>> overrides_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_FAULTS_H_
