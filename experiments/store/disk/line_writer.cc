#include "experiments/store/disk/line_writer.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

// Value of size_ before this writer has written, or after a write or a sync that failed.
constexpr std::uint64_t kUnknownSize = ~std::uint64_t{0};

int SyncData(int descriptor) { return fdatasync(descriptor) == 0 ? 0 : errno; }

/// The name of a new file is on disk only when its folder is. Not all file systems sync one.
void SyncFolder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// The byte of a file that its writer's lock is on.
struct flock LockOf(short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  return lock;
}

/// Whether only this machine reads and writes the file system.
bool IsOfThisMachine(int descriptor) {
  constexpr std::array<unsigned long, 8> kLocal = {
      EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,       BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
      F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC, RAMFS_MAGIC,       0x2fc12fc1 /* ZFS */};
  struct statfs system {};
  if (fstatfs(descriptor, &system) != 0) return false;
  return std::find(kLocal.begin(), kLocal.end(), static_cast<unsigned long>(system.f_type)) !=
         kLocal.end();
}

}  // namespace

/// An open file, closed when nobody needs it any more.
struct LineWriter::File {
  int descriptor;
  bool is_of_this_machine;

  explicit File(int opened) : descriptor(opened), is_of_this_machine(IsOfThisMachine(descriptor)) {}
  ~File() { close(descriptor); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

bool IsBeingWritten(int descriptor) {
  struct flock lock = LockOf(F_RDLCK);
  return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_WRLCK;
}

LineWriter::LineWriter(std::filesystem::path path) : LineWriter(std::move(path), SyncData) {}

LineWriter::LineWriter(std::filesystem::path path, SyncFunction sync)
    : path_(std::move(path)), sync_(std::move(sync)) {}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  // Errors are ignored here; Sync reports them.
  if (file_ && !unsynced_.empty()) sync_(file_->descriptor);
}

void LineWriter::Fail(int error) const {
  throw InvalidInput("cannot write '" + path_.string() + "': " + std::strerror(error));
}

/// False where the flags have O_EXCL and there is a file.
bool LineWriter::Open(int flags) {
  // Not to wait for who reads a pipe under this name.
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const int opened = open(path_.c_str(), kFlags | flags, 0666);
  if (opened < 0 && errno == EEXIST) return false;
  if (opened < 0) Fail(errno);
  file_ = std::make_shared<File>(opened);
  struct flock lock = LockOf(F_WRLCK);
  // Where no lock can be had nobody can ask for it either.
  fcntl(opened, F_OFD_SETLK, &lock);
  struct stat status {};
  if (fstat(opened, &status) != 0) Fail(errno);
  if (!S_ISREG(status.st_mode)) {
    file_.reset();
    throw InvalidInput("cannot write '" + path_.string() + "': it is no file");
  }
  if (status.st_size == 0) SyncFolder(path_.parent_path());
  size_ = kUnknownSize;
  synced_ = static_cast<std::uint64_t>(status.st_size);
  unsynced_.clear();
  error_ = 0;
  return true;
}

/// The file of the path: something else may have deleted or replaced the one that was open.
void LineWriter::RequireFile() {
  struct stat ours {
  }, named{};
  const bool is_ours = file_ && fstat(file_->descriptor, &ours) == 0 &&
                       stat(path_.c_str(), &named) == 0 && ours.st_dev == named.st_dev &&
                       ours.st_ino == named.st_ino;
  if (!is_ours) Open(0);
}

/// All of the bytes or none.
void LineWriter::Write(std::string_view bytes) {
  const int descriptor = file_->descriptor;
  struct stat before {};
  if (fstat(descriptor, &before) != 0) Fail(errno);
  std::string text;
  if (static_cast<std::uint64_t>(before.st_size) != size_) {
    // Something else has been at the file: no line may begin behind half a one.
    char last = '\n';
    if (before.st_size > 0 && pread(descriptor, &last, 1, before.st_size - 1) == 1 && last != '\n')
      text = "\n";
  }
  text += bytes;
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      if (written > 0 && ftruncate(descriptor, before.st_size) != 0) size_ = kUnknownSize;
      Fail(error);
    }
    written += static_cast<std::size_t>(count);
  }
  size_ = static_cast<std::uint64_t>(before.st_size) + text.size();
}

/// After a sync that failed the system may have dropped what it was to write: it is written again.
void LineWriter::Recover() {
  if (error_ == 0) return;
  const int descriptor = file_->descriptor;
  struct stat status {};
  const bool is_ours_alone =
      fstat(descriptor, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == size_;
  // Where something else has written meanwhile, lines that stand there twice do no harm.
  if (is_ours_alone && ftruncate(descriptor, static_cast<off_t>(synced_)) == 0)
    size_ = kUnknownSize;
  Write(unsynced_);
  error_ = sync_(descriptor);
  if (error_ != 0) Fail(error_);
  synced_ = size_;
  unsynced_.clear();
}

void LineWriter::MakeFile() {
  const std::lock_guard lock(mutex_);
  RequireFile();
}

bool LineWriter::MakeNewFile() {
  const std::lock_guard lock(mutex_);
  return file_ != nullptr || Open(O_EXCL);
}

void LineWriter::Append(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  RequireFile();
  Recover();
  Write(lines);
  unsynced_ += lines;
  if (!thread_.joinable()) thread_ = std::thread([this] { SyncInTurn(); });
  changed_.notify_all();
}

void LineWriter::Sync() {
  std::unique_lock lock(mutex_);
  if (!file_) return;
  changed_.wait(lock, [this] { return !syncing_; });
  if (error_ == 0) SyncAll(lock);
  Recover();
}

void LineWriter::SyncForOthers() {
  {
    const std::lock_guard lock(mutex_);
    if (!file_ || file_->is_of_this_machine) return;
  }
  Sync();
}

/// Lets others append meanwhile.
void LineWriter::SyncAll(std::unique_lock<std::mutex>& lock) {
  if (unsynced_.empty()) return;
  const std::shared_ptr<File> file = file_;
  const std::uint64_t size = size_;
  const std::size_t bytes = unsynced_.size();
  syncing_ = true;
  lock.unlock();
  const int error = sync_(file->descriptor);
  lock.lock();
  syncing_ = false;
  if (file == file_) {
    error_ = error;
    if (error == 0) {
      synced_ = size;
      unsynced_.erase(0, bytes);
    }
  }
  changed_.notify_all();
}

void LineWriter::SyncInTurn() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    changed_.wait(lock, [this] { return ending_ || (!unsynced_.empty() && error_ == 0); });
    // More lines may come, and one sync is for all.
    changed_.wait_for(lock, kSyncDelay, [this] { return ending_; });
    if (!ending_ && !syncing_ && error_ == 0) SyncAll(lock);
  }
}

}  // namespace mercer
