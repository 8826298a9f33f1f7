#ifndef MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_
#define MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_

#include <filesystem>
#include <optional>
#include <string>

namespace mercer {

/// Claims of processes on what a file stands for, such as the trials of a folder: one kernel lock
/// for each name, all in one file. A lock ends with its process, however that dies.
class Claims {
 public:
  /// Throws InvalidInput if the file cannot be created.
  explicit Claims(const std::filesystem::path& file);
  ~Claims();
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  /// False if another process has it.
  bool Take(const std::string& name);
  void Release(const std::string& name);

  /// The id of the process that has it; nullopt if no process has it, or if that process is not
  /// visible: on another machine, or of another user.
  std::optional<int> HolderOf(const std::string& name) const;

 private:
  bool Lock(const std::string& name, short kind);

  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_
