#ifndef MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
#define MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_

#include <filesystem>
#include <string>

namespace mercer {

/// A new folder among the temporary ones, "<name>-XXXXXX", that is removed with all that is in it.
class ScratchFolder {
 public:
  /// Throws InvalidInput where none can be made.
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
