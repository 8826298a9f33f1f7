#include "experiments/store/disk/scratch_folder.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/base/error.h"

namespace mercer {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (!error) folder_ = HeldFolder::Make(parent, name + "-");
  if (folder_ == nullptr) {
    throw InvalidInput("no temporary folder can be made in '" + parent.string() +
                       "': " + (error ? error.message() : std::strerror(errno)));
  }
}

}  // namespace mercer
