#include "experiments/run/machine/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mercer {
namespace {

namespace fs = std::filesystem;

// File names in cgroup version 2, then version 1.
constexpr const char* kLimitFiles[] = {"memory.max", "memory.limit_in_bytes"};
// Swap counts for the limit; the kernel may have been built or started without.
constexpr const char* kSwapFiles[] = {"memory.swap.max", "memory.memsw.limit_in_bytes"};
constexpr const char* kKillFiles[] = {"memory.events", "memory.oom_control"};

bool WriteNumber(const fs::path& file, long long number) {
  std::ofstream out(file);
  out << number;
  out.flush();
  return static_cast<bool>(out);
}

// A group's name is this, the process that made it, "-" and a number.
constexpr std::string_view kGroupPrefix = "mercer-";

/// The process that made a group of that name; 0 where it is none of ours.
long MakerOf(const std::string& name) {
  if (!name.starts_with(kGroupPrefix)) return 0;
  const std::size_t begin = kGroupPrefix.size(), end = name.find('-', begin);
  if (end == name.npos || end == begin || end - begin > 9) return 0;
  const std::string digits = name.substr(begin, end - begin);
  if (digits.find_first_not_of("0123456789") != digits.npos) return 0;
  return std::stol(digits);
}

/// Where the hierarchy that a line of /proc/self/cgroup is about is mounted.
fs::path MountOf(bool unified) {
  std::ifstream mounts("/proc/self/mounts");
  std::string line;
  while (std::getline(mounts, line)) {
    std::istringstream fields(line);
    std::string device, folder, type, options;
    fields >> device >> folder >> type >> options;
    if (unified && type == "cgroup2") return folder;
    if (!unified && type == "cgroup" && ("," + options + ",").find(",memory,") != std::string::npos)
      return folder;
  }
  return {};
}

}  // namespace

void ResetPeakMemory() {
  malloc_trim(0);
  // 5 resets VmHWM to what is resident now (proc(5)).
  std::ofstream("/proc/self/clear_refs") << "5";
}

std::optional<double> PeakMemoryMib() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib / 1024;
  }
  return std::nullopt;
}

fs::path MemoryGroup::OwnFolder() {
  std::ifstream lines("/proc/self/cgroup");  // "4:memory:/some/path", version 2: "0::/some/path"
  std::string line;
  fs::path unified;
  while (std::getline(lines, line)) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    const bool version_2 = controllers == ",,";
    if (!version_2 && controllers.find(",memory,") == std::string::npos) continue;
    const fs::path mount = MountOf(version_2);
    if (mount.empty()) continue;
    const fs::path folder =
        mount / path.substr(path.find_first_not_of('/') == path.npos ? path.size() : 1);
    if (!version_2) return folder;
    unified = folder;
  }
  return unified;
}

MemoryGroup::MemoryGroup(const fs::path& parent, double limit_bytes) {
  if (parent.empty() || limit_bytes <= 0) return;
  Make(parent, limit_bytes);
  // Version 2 gives no controller to the groups below one that holds processes, other than the
  // root: then beside the group of this process.
  std::error_code error;
  if (!exists() && fs::exists(parent.parent_path() / "cgroup.controllers", error))
    Make(parent.parent_path(), limit_bytes);
}

void MemoryGroup::Make(const fs::path& parent, double limit_bytes) {
  static std::atomic<unsigned> counter{0};
  const fs::path folder = parent / (std::string(kGroupPrefix) + std::to_string(getpid()) + "-" +
                                    std::to_string(counter++));
  std::error_code error;
  if (!fs::create_directory(folder, error) || error) return;
  folder_ = folder;
  const auto limit = static_cast<long long>(limit_bytes);
  for (const char* file : kLimitFiles) {
    if (!fs::exists(folder / file, error) || !WriteNumber(folder / file, limit)) continue;
    // In version 2 the swap is a limit of its own, in version 1 it is part of the sum.
    const bool version_2 = file == kLimitFiles[0];
    WriteNumber(folder / kSwapFiles[version_2 ? 0 : 1], version_2 ? 0 : limit);
    return;
  }
  // The controller is not passed on to groups below this one.
  fs::remove(folder_, error);
  folder_.clear();
}

void MemoryGroup::RemoveLeftovers(const fs::path& parent) {
  if (parent.empty()) return;
  std::error_code error;
  for (const fs::path& folder : {parent, parent.parent_path()}) {
    std::vector<fs::path> leftovers;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const long maker = MakerOf(entry.path().filename().string());
      if (maker > 0 && kill(static_cast<pid_t>(maker), 0) != 0 && errno == ESRCH)
        leftovers.push_back(entry.path());
    }
    // No group with a process in it can be removed.
    for (const fs::path& leftover : leftovers) rmdir(leftover.c_str());
  }
}

MemoryGroup::~MemoryGroup() {
  std::error_code ignored;
  if (exists()) fs::remove(folder_, ignored);
}

int MemoryGroup::OpenMembers() const {
  return exists() ? open((folder_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC) : -1;
}

long MemoryGroup::Kills() const {
  if (!exists()) return 0;
  for (const char* file : kKillFiles) {
    std::ifstream in(folder_ / file);
    std::string name;
    long count = 0;
    while (in >> name >> count) {
      if (name == "oom_kill") return count;
    }
  }
  return 0;
}

}  // namespace mercer
