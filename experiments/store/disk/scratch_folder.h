#ifndef MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
#define MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_

#include <filesystem>
#include <string>

namespace mercer {

/// A new folder "<name>-XXXXXX" in the folder for temporary files. It is removed with its contents
/// on destruction; those left by killed processes are removed when the next one of the same name is
/// made.
class ScratchFolder {
 public:
  /// Throws InvalidInput if it cannot be created.
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;  // held, so that no other process takes the folder for left
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
