#include "experiments/store/claims.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {

Claims::Claims(const std::filesystem::path& file) : file_(file) {
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw InvalidInput("cannot write '" + file.string() + "': " + std::strerror(errno));
}

Claims::~Claims() { close(descriptor_); }

bool Claims::Lock(const std::string& trial_id, short kind) {
  // A byte for each trial, far beyond the end of the file: 60 bits of a hash make two trials at one
  // place unlikely, and then one would wait for the other.
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(std::stoull(Sha256Hex(trial_id).substr(0, 15), nullptr, 16));
  lock.l_len = 1;
  if (fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw InvalidInput("cannot lock '" + file_.string() + "': " + std::strerror(errno));
}

bool Claims::Take(const std::string& trial_id) { return Lock(trial_id, F_WRLCK); }

void Claims::Release(const std::string& trial_id) { Lock(trial_id, F_UNLCK); }

}  // namespace mercer
