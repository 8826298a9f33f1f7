#include "experiments/store/disk/scratch_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

void RemoveLeft(const fs::path& parent, const std::string& prefix) {
  std::error_code ignored;
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(parent, ignored))
    if (entry.path().filename().string().starts_with(prefix)) left.push_back(entry.path());
  for (const fs::path& folder : left) RemoveIfLeft(folder);
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  RemoveLeft(parent, name + "-");
  // Another process may take it for left before it is held.
  for (int attempt = 0; !error && attempt < 10; ++attempt) {
    std::string path = (parent / (name + "-XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr) break;
    path_ = path;
    descriptor_ = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ >= 0 && HoldTemporary(descriptor_)) return;
    if (descriptor_ >= 0) close(descriptor_);
  }
  throw InvalidInput("no temporary folder can be made in '" + parent.string() +
                     "': " + (error ? error.message() : std::strerror(errno)));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(descriptor_);
}

}  // namespace mercer
