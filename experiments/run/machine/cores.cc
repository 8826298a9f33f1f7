#include "experiments/run/machine/cores.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/error.h"

namespace mercer {
namespace {

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
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<unsigned>(core), &set)) cores.push_back(core);
  }
  return cores;
}

std::vector<int> ParseCores(const std::string& text) {
  const std::vector<int> allowed = AllowedCores();
  const std::string expected = "a list of the cores " + CoresText(allowed) + ", as \"0,2-3\"";
  std::set<int> cores;
  for (std::size_t at = 0;;) {
    const int first = NumberAt(text, at);
    int last = first;
    if (at < text.size() && text[at] == '-') last = NumberAt(text, ++at);
    if (first < 0 || last < first || last >= CPU_SETSIZE) Fail(text, expected);
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
