#include "experiments/json/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace mercer {
namespace {

/// Closes it when it goes out of sight.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

}  // namespace

std::string ReadRegularFile(const std::filesystem::path& path, std::uint64_t most) {
  const auto fail = [&path](const std::string& why) {
    throw InvalidInput(path.string() + " " + why);
  };
  const auto cannot = [&fail] { fail("cannot be read: " + std::string(std::strerror(errno))); };
  const auto too_large = [&fail, most] {
    fail("is larger than " + std::to_string(most) + " bytes, the most expected here");
  };
  // Without O_NONBLOCK a pipe would be waited for here, before it is known to be one.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (file.number < 0 && (errno == ENOENT || errno == ENOTDIR))
    fail("does not exist; expected a file");
  struct stat ours {};
  if (file.number < 0 || fstat(file.number, &ours) != 0) cannot();
  if (S_ISDIR(ours.st_mode)) fail("is a folder; expected a file");
  if (!S_ISREG(ours.st_mode)) fail("is a pipe or a device; expected a file");
  if (static_cast<std::uint64_t>(ours.st_size) > most) too_large();
  std::string text(static_cast<std::size_t>(ours.st_size) + 1, '\0');
  std::size_t length = 0;
  while (true) {
    const ssize_t n = read(file.number, text.data() + length, text.size() - length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot();
    if (n == 0) break;
    length += static_cast<std::size_t>(n);
    if (length > most) too_large();  // it grew
    if (length == text.size()) text.resize(2 * text.size());
  }
  text.resize(length);
  return text;
}

std::optional<std::string> TryReadRegularFile(const std::filesystem::path& path,
                                              std::uint64_t most) {
  try {
    return ReadRegularFile(path, most);
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

}  // namespace mercer
