#include "experiments/store/disk/claims.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// A byte for each name, far beyond the end of the file: 60 bits of a hash make two names at one
/// place unlikely, and then one would wait for the other.
off_t PlaceOf(const std::string& name) {
  return static_cast<off_t>(std::stoull(Sha256Hex(name).substr(0, 15), nullptr, 16));
}

/// Whether an open file of a process holds the lock of the byte, by the kernel's own words:
/// "lock:\t1: OFDLCK  ADVISORY  WRITE -1 fe:00:1234 FIRST LAST".
bool Holds(const fs::path& descriptor_info, off_t place) {
  std::ifstream info(descriptor_info);
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("lock:")) continue;
    std::istringstream words(line);
    std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
    if (all.size() >= 2 && all[all.size() - 2] == std::to_string(place)) return true;
  }
  return false;
}

}  // namespace

Claims::Claims(const std::filesystem::path& file) : file_(file) {
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw InvalidInput("cannot write '" + file.string() + "': " + std::strerror(errno));
}

Claims::~Claims() { close(descriptor_); }

bool Claims::Lock(const std::string& name, short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = PlaceOf(name);
  lock.l_len = 1;
  if (fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw InvalidInput("cannot lock '" + file_.string() + "': " + std::strerror(errno));
}

bool Claims::Take(const std::string& name) { return Lock(name, F_WRLCK); }

void Claims::Release(const std::string& name) { Lock(name, F_UNLCK); }

std::optional<int> Claims::HolderOf(const std::string& name) const {
  struct stat own {};
  if (fstat(descriptor_, &own) != 0) return std::nullopt;
  std::error_code ignored;
  for (const auto& process : fs::directory_iterator("/proc", ignored)) {
    const std::string number = process.path().filename().string();
    if (number.find_first_not_of("0123456789") != number.npos) continue;
    for (const auto& file : fs::directory_iterator(process.path() / "fd", ignored)) {
      struct stat other {};
      const bool is_same = stat(file.path().c_str(), &other) == 0 && other.st_dev == own.st_dev &&
                           other.st_ino == own.st_ino;
      if (is_same && Holds(process.path() / "fdinfo" / file.path().filename(), PlaceOf(name)))
        return std::stoi(number);
    }
  }
  return std::nullopt;
}

}  // namespace mercer
