#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_

#include <filesystem>
#include <optional>

namespace mercer {

/// Gives freed memory back to the system and starts the peak over, where the system can.
void ResetPeakMemory();

/// The most memory that was resident since ResetPeakMemory (or since the start, where that does not
/// work), in MiB; nothing where the system does not tell.
std::optional<double> PeakMemoryMib();

/// A control group (cgroup version 2 or 1) of this process's own, with a limit of memory, where the
/// system lets one be made: as root, or where the group of this process is delegated. The memory of
/// its processes, page cache and swap among it, is held below the limit; what takes more is killed.
class MemoryGroup {
 public:
  /// `parent`: OwnFolder(), or another folder of such a hierarchy; in version 2 the group may come
  /// to lie beside it. "", or `limit_bytes` 0: none is made.
  MemoryGroup(const std::filesystem::path& parent, double limit_bytes);
  /// Removes it; its processes must have ended.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool exists() const { return !folder_.empty(); }

  /// Opened for writing: a process that writes "0" joins. −1 where there is none.
  int OpenMembers() const;

  /// Processes that were killed for their memory.
  long Kills() const;

  /// The folder in the file system of control groups that this process's own memory group has; ""
  /// where there is none.
  static std::filesystem::path OwnFolder();

  /// Removes the groups that killed processes left below `parent` and beside it: those made here
  /// whose maker is no longer there, and that hold no process.
  static void RemoveLeftovers(const std::filesystem::path& parent);

 private:
  void Make(const std::filesystem::path& parent, double limit_bytes);

  std::filesystem::path folder_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_PROCESS_MEMORY_H_
