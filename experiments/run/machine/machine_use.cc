#include "experiments/run/machine/machine_use.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "experiments/run/machine/cores.h"

namespace mercer {
namespace {

// Of the columns of a core's line: user nice system idle iowait irq softirq steal guest guest_nice;
// guests are counted in user and nice already.
constexpr int kColumns = 8, kIdle = 3, kIoWait = 4;

/// Whether each core up to the last allowed one is allowed.
std::vector<bool> CountedCores() {
  std::vector<bool> counted;
  for (const int core : AllowedCores()) {
    counted.resize(static_cast<std::size_t>(core) + 1);
    counted.back() = true;
  }
  return counted;
}

}  // namespace

std::optional<double> BusySeconds(std::string_view stat, const std::vector<bool>& counted,
                                  double ticks_per_s) {
  std::optional<double> seconds;
  std::istringstream lines{std::string(stat)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    const bool is_core = name.starts_with("cpu") && name.size() > 3 &&
                         name.find_first_not_of("0123456789", 3) == std::string::npos &&
                         name.size() < 9;
    if (!is_core) continue;
    const std::size_t core = std::stoul(name.substr(3));
    if (core >= counted.size() || !counted[core]) continue;
    double ticks = 0, value = 0;
    for (int column = 0; column < kColumns && words >> value; ++column)
      ticks += column == kIdle || column == kIoWait ? 0 : value;
    seconds = seconds.value_or(0) + ticks / ticks_per_s;
  }
  return seconds;
}

bool MachineUse::WasDisturbed(int threads) const {
  constexpr double kShare = 0.2, kGrain = 0.05;
  if (own_cpu_s < (1 - kShare) * wall_s - kGrain) return true;
  const int needed = std::clamp(threads, 1, cores);
  return other_cpu_s && *other_cpu_s > (cores - needed + kShare * needed) * wall_s + kGrain;
}

MachineWatch::MachineWatch()
    : allowed_(CountedCores()), cpu_start_(ProcessCpuSeconds()), busy_start_(Busy()) {}

std::optional<double> MachineWatch::Busy() const {
  std::ifstream file("/proc/stat");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return BusySeconds(text, allowed_, static_cast<double>(sysconf(_SC_CLK_TCK)));
}

MachineUse MachineWatch::Use() const {
  MachineUse use;
  use.wall_s = wall_.Seconds();
  use.own_cpu_s = ProcessCpuSeconds() - cpu_start_;
  if (const auto busy = Busy(); busy && busy_start_)
    use.other_cpu_s = std::max(0.0, *busy - *busy_start_ - use.own_cpu_s);
  const auto allowed = std::count(allowed_.begin(), allowed_.end(), true);
  use.cores = std::max(1, static_cast<int>(allowed));
  return use;
}

}  // namespace mercer
