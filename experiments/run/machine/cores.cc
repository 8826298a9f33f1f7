#include "experiments/run/machine/cores.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <new>
#include <set>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr std::size_t kMostCores = 1 << 20;

/// An empty set that can hold the cores below `most`.
class CoreSet {
 public:
  explicit CoreSet(std::size_t most) : bytes_(CPU_ALLOC_SIZE(most)), set_(CPU_ALLOC(most)) {
    if (set_ == nullptr) throw std::bad_alloc();
    CPU_ZERO_S(bytes_, set_);
  }
  ~CoreSet() { CPU_FREE(set_); }
  CoreSet(const CoreSet&) = delete;
  CoreSet& operator=(const CoreSet&) = delete;

  std::size_t bytes() const { return bytes_; }
  cpu_set_t* get() { return set_; }

 private:
  std::size_t bytes_;
  cpu_set_t* set_;
};

[[noreturn]] void Fail(const std::string& text, const std::string& expected) {
  throw InvalidInput("--cores is '" + text + "'; expected " + expected);
}

/// A whole number at `at`, which moves behind it; −1 where there is none.
int NumberAt(const std::string& text, std::size_t& at) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return -1;
  at = static_cast<std::size_t>(end - text.data());
  return number;
}

}  // namespace

std::vector<int> AllowedCores() {
  std::vector<int> cores;
  // A set of too few cores for the machine is refused.
  for (std::size_t most = CPU_SETSIZE; most <= kMostCores; most *= 2) {
    CoreSet set(most);
    if (sched_getaffinity(0, set.bytes(), set.get()) != 0) continue;
    for (std::size_t core = 0; core < most; ++core)
      if (CPU_ISSET_S(core, set.bytes(), set.get())) cores.push_back(static_cast<int>(core));
    break;
  }
  return cores;
}

void UseCores(pid_t thread, const std::vector<int>& cores) {
  const int last = cores.empty() ? 0 : *std::max_element(cores.begin(), cores.end());
  CoreSet set(static_cast<std::size_t>(last) + 1);
  for (const int core : cores) CPU_SET_S(static_cast<std::size_t>(core), set.bytes(), set.get());
  sched_setaffinity(thread, set.bytes(), set.get());
}

std::vector<int> ParseCores(const std::string& text) {
  const std::vector<int> allowed = AllowedCores();
  const std::string expected = "a list of the cores " + CoresText(allowed) + ", as \"0,2-3\"";
  std::set<int> cores;
  for (std::size_t at = 0;;) {
    const int first = NumberAt(text, at);
    int last = first;
    if (at < text.size() && text[at] == '-') last = NumberAt(text, ++at);
    if (first < 0 || last < first || allowed.empty() || last > allowed.back()) Fail(text, expected);
    for (int core = first; core <= last; ++core) {
      if (!std::binary_search(allowed.begin(), allowed.end(), core)) Fail(text, expected);
      if (!cores.insert(core).second) Fail(text, "each core once");
    }
    if (at == text.size()) break;
    if (text[at++] != ',') Fail(text, expected);
  }
  return {cores.begin(), cores.end()};
}

std::string CoresText(const std::vector<int>& cores) {
  std::string text;
  for (std::size_t i = 0; i < cores.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(cores[i]);
    if (last > i) text += "-" + std::to_string(cores[last]);
    i = last;
  }
  return text;
}

std::vector<std::vector<int>> AssignCores(const std::vector<int>& cores, std::size_t jobs,
                                          int threads) {
  MERCER_CHECK(threads >= 1);
  const auto each = static_cast<std::size_t>(threads);
  if (jobs == 0 || jobs > cores.size() / each) return {};
  std::vector<std::vector<int>> assigned;
  auto end = cores.end();
  for (std::size_t job = 0; job < jobs; ++job) {
    assigned.emplace_back(end - threads, end);
    end -= threads;
  }
  return assigned;
}

}  // namespace mercer
