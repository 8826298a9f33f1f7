#include "experiments/run/plan/shard.h"

#include <charconv>
#include <cstdlib>
#include <optional>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

constexpr int kMostShards = 1'000'000;

/// A whole number that is all of the text and fits an int.
std::optional<int> NumberOf(const std::string& text) {
  int value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || rest != text.data() + text.size())
    return std::nullopt;
  return value;
}

[[noreturn]] void Fail(const std::string& text, const std::string& what) {
  throw InvalidInput("--shard is '" + text + "'" + what);
}

struct ArrayVariables {
  const char* id;
  const char *first, *last, *step;  // nullptr: the system does not tell
  const char* count;
};

constexpr ArrayVariables kArrays[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP",
     "SLURM_ARRAY_TASK_COUNT"},
    {"PBS_ARRAY_INDEX", nullptr, nullptr, nullptr, nullptr},
    {"PBS_ARRAYID", nullptr, nullptr, nullptr, nullptr},
    {"SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", nullptr},
};

/// The variables of the array that this process is a task of. Outside of an array SGE sets its own
/// to "undefined".
const ArrayVariables* FindArray(const EnvironmentReader& environment) {
  for (const ArrayVariables& array : kArrays)
    if (NumberOf(environment(array.id))) return &array;
  return nullptr;
}

Shard OfArray(const ArrayVariables& array, const EnvironmentReader& environment) {
  const std::string id = environment(array.id);
  const std::string found = std::string(" and ") + array.id + " is " + id;
  if (array.first == nullptr)
    Fail("auto", found + ", but nothing tells the size n of the array; expected auto/n");
  const auto number = [&](const char* name) { return NumberOf(environment(name)); };
  const auto first = number(array.first), last = number(array.last);
  // An array that was given as a list without a step has none.
  const int step = number(array.step).value_or(1);
  const int task = *NumberOf(id);
  if (!first || !last || step < 1 || *first < 0 || *last < *first || task < *first || task > *last)
    Fail("auto", found + ", which does not fit " + array.first + " and " + array.last);
  const Shard shard{(task - *first) / step + 1, (*last - *first) / step + 1};
  const bool leaves_out = (task - *first) % step != 0 || shard.count > kMostShards ||
                          (array.count != nullptr && number(array.count) != shard.count);
  if (leaves_out) {
    Fail("auto", found + ", but the array leaves out numbers from " + std::to_string(*first) +
                     " to " + std::to_string(*last) + "; expected a whole array, or auto/n");
  }
  return shard;
}

/// Disjoint sets of trials by their places.
class Groups {
 public:
  explicit Groups(std::size_t size) : above_(size) {
    for (std::size_t i = 0; i < size; ++i) above_[i] = i;
  }
  std::size_t Of(std::size_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void Join(std::size_t a, std::size_t b) { above_[Of(a)] = Of(b); }

 private:
  std::vector<std::size_t> above_;
};

}  // namespace

std::string ReadEnvironment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

Shard ParseShard(const std::string& text, const EnvironmentReader& environment) {
  const std::string expected = "; expected i/n with 1 ≤ i ≤ n, as 2/4, or auto in a job array";
  const std::size_t slash = text.find('/');
  const std::string before = text.substr(0, slash);
  std::optional<int> index = NumberOf(before);
  if (before == "auto") {
    const ArrayVariables* array = FindArray(environment);
    if (array == nullptr)
      Fail(text, ", but this is no task of a job array of Slurm, PBS or SGE; expected i/n, as 2/4");
    if (slash == text.npos) return OfArray(*array, environment);
    index = NumberOf(environment(array->id));
  }
  const std::optional<int> count =
      slash == text.npos ? std::nullopt : NumberOf(text.substr(slash + 1));
  if (!index || !count || *count > kMostShards) Fail(text, expected);
  if (*index < 1 || *index > *count) {
    const std::string task = before == "auto" ? " and the task " + std::to_string(*index) : "";
    Fail(text, task + expected);
  }
  return {*index, *count};
}

std::string ShardText(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

std::map<std::string, int> AssignShards(const std::vector<Trial>& trials, int count) {
  MERCER_CHECK(count >= 1);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < trials.size(); ++i) places[trials[i].id] = i;
  Groups groups(trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    for (const std::string& needed : {trials[i].tuned_by, trials[i].timed_by})
      if (!needed.empty()) groups.Join(i, places.at(needed));
  }
  std::map<std::size_t, std::string> keys;  // by group
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!trials[i].tuned_by.empty() || !trials[i].timed_by.empty()) continue;
    std::string& key = keys[groups.Of(i)];
    if (key.empty() || trials[i].id < key) key = trials[i].id;
  }
  std::map<std::string, int> shards;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const std::string hash = Sha256Hex(keys.at(groups.Of(i))).substr(0, 15);
    shards[trials[i].id] = 1 + static_cast<int>(std::stoull(hash, nullptr, 16) %
                                                static_cast<unsigned long long>(count));
  }
  return shards;
}

}  // namespace mercer
