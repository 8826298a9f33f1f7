#include "core/base/atomic_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

/// Two writers of one path, in one process or in two, never share a temporary file.
std::filesystem::path TemporaryName(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  const std::string unique = std::to_string(getpid()) + "-" + std::to_string(counter++);
  return path.parent_path() / (kTemporaryPrefix + path.filename().string() + "." + unique);
}

/// 0, or the error of fsync on the folder: a name is on disk only when its folder is.
int SyncFolder(const std::filesystem::path& folder) {
  const int number = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (number < 0) return errno;
  const int error = fsync(number) == 0 ? 0 : errno;
  close(number);
  return error;
}

/// The temporary files of this process.
struct Unfinished {
  std::mutex mutex;
  std::set<std::filesystem::path> files;
};

Unfinished& All() {
  // Never destroyed: a signal may come while the process ends.
  static auto* const all = new Unfinished;
  return *all;
}

std::string CannotWrite(const std::filesystem::path& path, int error) {
  return "cannot write '" + path.string() + "': " + std::strerror(error);
}

}  // namespace

const AtomicOutputStyle kAtomicOutputStyle{CannotWrite};

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

AtomicOutput::AtomicOutput(std::filesystem::path path, const AtomicOutputStyle& style)
    : path_(std::move(path)), style_(style) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) Fail(EISDIR);
  const std::lock_guard lock(All().mutex);
  // A process of the same number that was killed may have left a file of that name.
  do {
    temporary_ = TemporaryName(path_);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) Fail(errno);
  All().files.insert(temporary_);
}

AtomicOutput::~AtomicOutput() {
  if (descriptor_ < 0) return;
  const std::lock_guard lock(All().mutex);
  close(descriptor_);
  unlink(temporary_.c_str());
  All().files.erase(temporary_);
}

void AtomicOutput::AbandonAll() {
  // Stays locked: who would make, name or remove a file now waits for the end of the process.
  All().mutex.lock();
  for (const std::filesystem::path& file : All().files) unlink(file.c_str());
}

void AtomicOutput::Fail(int error) const { throw InvalidInput(style_.fault(path_, error)); }

void AtomicOutput::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(descriptor_, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) Fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

void AtomicOutput::WriteAt(std::size_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) Fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
    offset += static_cast<std::size_t>(wrote);
  }
}

void AtomicOutput::Commit() {
  if (style_.for_all && fchmod(descriptor_, 0644) != 0) Fail(errno);
  if (fsync(descriptor_) != 0) Fail(errno);
  {
    const std::lock_guard lock(All().mutex);
    if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail(errno);
    All().files.erase(temporary_);
  }
  close(descriptor_);
  descriptor_ = -1;
  const int error = SyncFolder(path_.has_parent_path() ? path_.parent_path() : ".");
  if (error != 0 && style_.folder_must_sync) Fail(error);
}

}  // namespace mercer
