#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_

#include <filesystem>
#include <optional>

namespace mercer {

/// Returns freed memory to the system and resets the peak, if the system supports that.
void ResetPeakMemory();

/// The peak of resident memory in MiB since ResetPeakMemory, or since the start if resetting is not
/// supported; nullopt if the system does not report it.
std::optional<double> PeakMemoryMib();

/// A control group (cgroup version 2 or 1) of this process with a memory limit, if the system
/// allows one to be made: as root, or if the group of this process is delegated. The memory of its
/// processes, including page cache and swap, is kept below the limit; a process that needs more is
/// killed.
class MemoryGroup {
 public:
  /// `parent`: OwnFolder() or another folder of such a hierarchy. In version 2 the group may be
  /// created next to it. No group is made if `parent` is "" or `limit_bytes` is 0.
  MemoryGroup(const std::filesystem::path& parent, double limit_bytes);
  /// Removes the group; its processes must have ended.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool exists() const { return !folder_.empty(); }

  /// A descriptor opened for writing: a process that writes "0" to it joins the group. −1 if there
  /// is no group.
  int OpenMembers() const;

  /// The number of processes that were killed for their memory.
  long Kills() const;

  /// The folder of this process's own memory group in the file system of control groups; "" if
  /// there is none.
  static std::filesystem::path OwnFolder();

  /// Removes the groups that killed processes left below `parent` and next to it: those made by
  /// this class whose creator no longer runs and that contain no process.
  static void RemoveLeftovers(const std::filesystem::path& parent);

 private:
  void Make(const std::filesystem::path& parent, double limit_bytes);

  std::filesystem::path folder_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_
