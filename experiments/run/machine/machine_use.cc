#include "experiments/run/machine/machine_use.h"

#include <sys/resource.h>
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

constexpr const char* kCpuFolder = "/sys/devices/system/cpu";

struct OwnUse {
  double system_s, page_faults, context_switches;
};

OwnUse UseOfThisProcess() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {static_cast<double>(usage.ru_stime.tv_sec) +
              1e-6 * static_cast<double>(usage.ru_stime.tv_usec),
          static_cast<double>(usage.ru_minflt + usage.ru_majflt),
          static_cast<double>(usage.ru_nivcsw)};
}

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

std::optional<double> FastestMhz(const std::filesystem::path& cpu_folder,
                                 const std::vector<bool>& counted) {
  std::optional<double> fastest;
  for (std::size_t core = 0; core < counted.size(); ++core) {
    if (!counted[core]) continue;
    std::ifstream file(cpu_folder / ("cpu" + std::to_string(core)) / "cpufreq/scaling_cur_freq");
    double khz = 0;
    if (file >> khz && khz > 0) fastest = std::max(fastest.value_or(0), khz / 1000);
  }
  return fastest;
}

std::string MachineUse::Disturbance(int threads) const {
  constexpr double kShare = 0.2, kOthersGrain = 0.05, kOwnGrain = 0.001, kFaultsGrain = 0.01;
  constexpr double kUsualFault = 2e-6;  // seconds: 1.5 µs on a quiet virtual machine
  if (own_cpu_s < (1 - kShare) * wall_s - kOwnGrain) return kOthersNote;
  const int needed = std::clamp(threads, 1, cores);
  if (other_cpu_s && *other_cpu_s > (cores - needed + kShare * needed) * wall_s + kOthersGrain)
    return kOthersNote;
  if (system_cpu_s - kUsualFault * page_faults > kShare * wall_s + kFaultsGrain) return kFaultsNote;
  if (first_mhz && last_mhz && *last_mhz < (1 - kShare) * *first_mhz) return kClockNote;
  return "";
}

MachineWatch::MachineWatch() : allowed_(CountedCores()), busy_start_(Busy()) {
  const OwnUse own = UseOfThisProcess();
  system_start_ = own.system_s;
  faults_start_ = own.page_faults;
  switches_start_ = own.context_switches;
  first_mhz_ = FastestMhz(kCpuFolder, allowed_);
  cpu_start_ = ProcessCpuSeconds();
  wall_ = Stopwatch();
}

std::optional<double> MachineWatch::Busy() const {
  std::ifstream file("/proc/stat");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return BusySeconds(text, allowed_, static_cast<double>(sysconf(_SC_CLK_TCK)));
}

MachineUse MachineWatch::Use(double helpers_cpu_s) const {
  MachineUse use;
  use.wall_s = wall_.Seconds();
  use.own_cpu_s = ProcessCpuSeconds() - cpu_start_ + helpers_cpu_s;
  const OwnUse own = UseOfThisProcess();
  use.system_cpu_s = own.system_s - system_start_;
  use.page_faults = own.page_faults - faults_start_;
  use.context_switches = own.context_switches - switches_start_;
  use.first_mhz = first_mhz_;
  use.last_mhz = FastestMhz(kCpuFolder, allowed_);
  if (const auto busy = Busy(); busy && busy_start_)
    use.other_cpu_s = std::max(0.0, *busy - *busy_start_ - use.own_cpu_s);
  const auto allowed = std::count(allowed_.begin(), allowed_.end(), true);
  use.cores = std::max(1, static_cast<int>(allowed));
  return use;
}

}  // namespace mercer
