#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "experiments/store/files.h"
#include "experiments/store/store.h"

namespace mercer {
namespace {

[[noreturn]] void Fail(const std::filesystem::path& path, int error) {
  throw InvalidInput("cannot write '" + path.string() + "': " + std::strerror(error));
}

/// A file descriptor that is closed when this object dies.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

bool WriteAll(int descriptor, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = write(descriptor, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

/// Two writers of one path, in one process or in two, never share a temporary file.
std::filesystem::path TemporaryName(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  const std::string unique = std::to_string(getpid()) + "-" + std::to_string(counter++);
  return path.parent_path() / (kTemporaryPrefix + path.filename().string() + "." + unique);
}

}  // namespace

void WriteFileAtomically(const std::filesystem::path& path, const std::string& bytes) {
  const std::filesystem::path temporary = TemporaryName(path);
  {
    const Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.number() < 0) Fail(path, errno);
    if (!WriteAll(file.number(), bytes) || fsync(file.number()) != 0) {
      const int error = errno;
      unlink(temporary.c_str());
      Fail(path, error);
    }
  }
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    unlink(temporary.c_str());
    Fail(path, error);
  }
  // The name itself is on disk only when the folder is.
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor folder(open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0 || fsync(folder.number()) != 0) Fail(path, errno);
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
