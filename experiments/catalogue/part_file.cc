#include "experiments/catalogue/part_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/sha256.h"
#include "experiments/catalogue/pending_file.h"

namespace mercer {

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
