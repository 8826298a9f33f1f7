#ifndef MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
#define MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/atomic_output.h"

namespace mercer {

/// A new folder "<name>-XXXXXX" in the folder for temporary files. It is removed with its contents
/// on destruction; those left by killed processes are removed when the next one of the same name is
/// made.
class ScratchFolder {
 public:
  /// Throws InvalidInput if it cannot be created.
  explicit ScratchFolder(const std::string& name);

  const std::filesystem::path& path() const { return folder_->path(); }

 private:
  std::unique_ptr<HeldFolder> folder_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_DISK_SCRATCH_FOLDER_H_
