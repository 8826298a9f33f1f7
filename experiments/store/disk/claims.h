#ifndef MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_
#define MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_

#include <filesystem>
#include <optional>
#include <string>

namespace mercer {

/// Which trials of a folder a process is at: one lock of the kernel for each in one file, which
/// ends with the process however that dies.
class Claims {
 public:
  /// Throws InvalidInput where the file cannot be made.
  explicit Claims(const std::filesystem::path& file);
  ~Claims();
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  /// False where another process has it.
  bool Take(const std::string& trial_id);
  void Release(const std::string& trial_id);

  /// The number of the process that has it; nothing where nobody has it, or where that process is
  /// not to be seen: on another machine, or another user's.
  std::optional<int> HolderOf(const std::string& trial_id) const;

 private:
  bool Lock(const std::string& trial_id, short kind);

  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_CLAIMS_H_
