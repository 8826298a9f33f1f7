#include "core/base/atomic_output.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>
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

bool HoldTemporary(int descriptor) {
  // Where the file system knows no locks it takes none from those that look either.
  while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat status {};
  return fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

void RemoveIfLeft(const std::filesystem::path& temporary) {
  struct stat status {};
  if (lstat(temporary.c_str(), &status) != 0) return;
  std::error_code ignored;
  const bool is_folder = S_ISDIR(status.st_mode);
  if (!is_folder && !S_ISREG(status.st_mode)) {
    std::filesystem::remove(temporary, ignored);
    return;
  }
  const int flags = is_folder ? O_RDONLY | O_DIRECTORY : O_WRONLY;
  const int descriptor = open(temporary.c_str(), flags | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return;
  // Removed while it is locked: who has just made it finds out, and makes it again.
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(temporary, ignored);
  close(descriptor);
}

void RemoveTemporaries(const std::filesystem::path& folder, std::string_view prefix) {
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  }
  for (const std::filesystem::path& temporary : found) RemoveIfLeft(temporary);
}

std::unique_ptr<HeldFolder> HeldFolder::Make(const std::filesystem::path& parent,
                                             const std::string& prefix) {
  RemoveTemporaries(parent, prefix);
  // Another process may take it for left before it is held.
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::string path = (parent / (prefix + "XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr) return nullptr;
    const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (HoldTemporary(descriptor))
      return std::unique_ptr<HeldFolder>(new HeldFolder(path, descriptor));
    close(descriptor);
  }
  return nullptr;
}

HeldFolder::~HeldFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  close(descriptor_);
}

void RequireOtherFile(const std::filesystem::path& output,
                      const std::vector<std::filesystem::path>& inputs) {
  std::error_code ignored;
  for (const std::filesystem::path& input : inputs) {
    if (!std::filesystem::equivalent(input, output, ignored)) continue;
    throw InvalidInput(output.string() + " is a file that is read; expected another file to write");
  }
}

AtomicOutput::AtomicOutput(std::filesystem::path path, const AtomicOutputStyle& style)
    : path_(std::move(path)), style_(style) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) Fail(EISDIR);
  const std::lock_guard lock(All().mutex);
  while (descriptor_ < 0) {
    temporary_ = TemporaryName(path_);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    // A process of the same number that was killed may have left a file of that name.
    if (descriptor_ < 0 && errno != EEXIST) Fail(errno);
    if (descriptor_ >= 0 && !HoldTemporary(descriptor_)) close(std::exchange(descriptor_, -1));
  }
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
