#include "experiments/catalogue/fetch/pending_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::string CannotBeWritten(const fs::path& path, int error) {
  return path.string() + " cannot be written: " + std::strerror(error);
}

}  // namespace

void FailWriting(const fs::path& path) { throw InvalidInput(CannotBeWritten(path, errno)); }

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InvalidInput(folder.string() + " cannot be made: " + error.message());
}

void PublishFile(int descriptor, const std::string& name, const fs::path& target) {
  // Data are for all to read.
  const bool synced = fchmod(descriptor, 0644) == 0 && fsync(descriptor) == 0;
  const int fault = errno;
  const bool closed = close(descriptor) == 0;
  if (!synced) errno = fault;
  if (!synced || !closed || rename(name.c_str(), target.c_str()) != 0) FailWriting(target);
  const int folder = open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  // The name must be on disk too; a file system that cannot sync folders keeps the file anyway.
  fsync(folder);
  close(folder);
}

PendingFile::PendingFile(fs::path target)
    : file_(std::move(target), {CannotBeWritten, true, false}) {}

FolderLock::FolderLock(const fs::path& folder) {
  MakeFolder(folder);
  descriptor_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0)
    throw InvalidInput(folder.string() + " cannot be opened: " + std::strerror(errno));
  int locked = 0;
  do {
    locked = flock(descriptor_, LOCK_EX);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0) return;  // without a lock another process's pending files must stay
  RemoveTemporaries(folder);
}

FolderLock::~FolderLock() { close(descriptor_); }

PartFile::PartFile(std::filesystem::path target)
    : target_(std::move(target)), name_(target_.string() + ".part") {
  descriptor_ = open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor_ < 0) FailWriting(name_);
  const off_t end = lseek(descriptor_, 0, SEEK_END);
  size_ = end > 0 ? static_cast<std::uint64_t>(end) : 0;
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (size_ == 0) unlink(name_.c_str());
}

bool PartFile::Append(const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor_, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
  return true;
}

void PartFile::Clear() {
  size_ = 0;
  if (ftruncate(descriptor_, 0) != 0 || lseek(descriptor_, 0, SEEK_SET) != 0) FailWriting(name_);
}

std::string PartFile::Sha256() const { return Sha256OfFile(name_); }

void PartFile::Publish() { PublishFile(std::exchange(descriptor_, -1), name_, target_); }

}  // namespace mercer
