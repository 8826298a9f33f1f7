#include "core/base/atomic_output.h"
#include "experiments/store/files.h"
#include "experiments/store/store.h"

namespace mercer {

void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes) {
  AtomicOutput file(path);
  file.Write(bytes);
  file.Commit();
}

void RemoveTemporaries(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> leftovers;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with(kTemporaryPrefix))
      leftovers.push_back(entry.path());
  }
  for (const std::filesystem::path& leftover : leftovers)
    std::filesystem::remove(leftover, ignored);
}

}  // namespace mercer
