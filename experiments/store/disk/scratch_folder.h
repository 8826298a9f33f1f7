#ifndef MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
#define MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_

#include <filesystem>
#include <string>

namespace mercer {

/// A new folder "<name>-XXXXXX" in the folder for temporary files. It is removed with its contents
/// on destruction.
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
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
