#include "core/base/atomic_output.h"
#include "experiments/store/store.h"

namespace mercer {

void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes) {
  AtomicOutput file(path);
  file.Write(bytes);
  file.Commit();
}

}  // namespace mercer
