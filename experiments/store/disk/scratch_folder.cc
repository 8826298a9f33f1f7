#include "experiments/store/disk/scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/base/error.h"

namespace mercer {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string path = (parent / (name + "-XXXXXX")).string();
  if (error || mkdtemp(path.data()) == nullptr) {
    throw InvalidInput("no temporary folder can be made in '" + parent.string() +
                       "': " + (error ? error.message() : std::strerror(errno)));
  }
  path_ = path;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace mercer
