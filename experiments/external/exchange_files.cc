#include "experiments/external/exchange_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/npy_reader.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little);

constexpr const char* kPrefix = "mercer-external-";
constexpr std::size_t kHeadBytes = 128, kMostHeadBytes = 1 << 16;

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

void WriteBytes(const File& file, const fs::path& path, const void* data, std::size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t wrote = write(file.get(), at, bytes);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0)
      throw InvalidInput("cannot write '" + path.string() + "': " + std::strerror(errno));
    at += wrote;
    bytes -= static_cast<std::size_t>(wrote);
  }
}

int OpenNew(const fs::path& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) throw InvalidInput("cannot write '" + path.string() + "': " + std::strerror(errno));
  return file;
}

/// As many as there are, at most.
std::size_t ReadAt(int file, std::size_t offset, void* to, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got =
        pread(file, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::string ShapeText(const std::vector<Index>& shape) {
  std::vector<std::string> texts;
  for (const Index n : shape) texts.push_back(std::to_string(n));
  return "(" + Join(texts, ", ") + ")";
}

/// A .npy file that a program wrote.
class NpyFile {
 public:
  NpyFile(const std::string& who, const fs::path& path)
      : who_(who),
        // Whatever lies there: nobody waits for a pipe.
        file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)) {
    struct stat status {};
    if (file_.get() < 0 || fstat(file_.get(), &status) != 0 || !S_ISREG(status.st_mode))
      Fail("has not written the file that it was asked for, " + path.string());
    std::string head(kMostHeadBytes, '\0');
    head.resize(ReadAt(file_.get(), 0, head.data(), head.size()));
    try {
      head_ = ReadNpyHead(head, path.string(), static_cast<std::uint64_t>(status.st_size));
    } catch (const InvalidInput& error) {
      Fail("wrote no .npy file of numbers: " + std::string(error.what()));
    }
    if (head_.type.kind != ElementType::Kind::kReal || head_.type.big_endian)
      Fail("wrote a .npy file of other numbers; expected '<f8' or '<f4'");
  }

  const std::vector<Index>& shape() const { return head_.shape; }

  [[noreturn]] void FailShape(const std::string& expected) const {
    Fail("wrote an array of shape " + ShapeText(head_.shape) + "; expected " + expected);
  }

  void Read(MatrixRef out) const {
    const bool doubles = head_.type.bytes == 8;
    const auto columns = static_cast<std::size_t>(out.cols());
    const auto size = static_cast<std::size_t>(head_.type.bytes);
    if (doubles && !head_.fortran_order) {
      const bool whole = out.outerStride() == out.cols();
      const Index step = whole ? std::max<Index>(out.rows(), 1) : 1;
      for (Index i = 0; i < out.rows(); i += step)
        Take(static_cast<std::size_t>(i) * columns * size, out.data() + i * out.outerStride(),
             static_cast<std::size_t>(step) * columns * size);
      return;
    }
    std::string bytes(static_cast<std::size_t>(out.size()) * size, '\0');
    Take(0, bytes.data(), bytes.size());
    const Index row_step = head_.fortran_order ? 1 : out.cols();
    const Index column_step = head_.fortran_order ? out.rows() : 1;
    for (Index i = 0; i < out.rows(); ++i)
      for (Index j = 0; j < out.cols(); ++j)
        out(i, j) = ReadElement(
            bytes.data() + static_cast<std::size_t>(i * row_step + j * column_step) * size,
            head_.type);
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const { throw InvalidInput(who_ + " " + what); }

  void Take(std::size_t offset, void* to, std::size_t bytes) const {
    if (ReadAt(file_.get(), head_.bytes + offset, to, bytes) < bytes)
      Fail("changed its file while it was read");
  }

  std::string who_;
  File file_;
  NpyHead head_{};
};

}  // namespace

void ExchangeFolder::RemoveLeft() {
  std::error_code ignored;
  RemoveTemporaries("/dev/shm", kPrefix);
  RemoveTemporaries(fs::temp_directory_path(ignored), kPrefix);
}

bool ExchangeFolder::HasRoom(const fs::path& parent, double bytes) {
  struct statvfs status {};
  if (statvfs(parent.c_str(), &status) != 0) return false;
  return static_cast<double>(status.f_bavail) * static_cast<double>(status.f_frsize) >
         1.05 * bytes + 65536;
}

fs::path ExchangeFolder::For(const std::string& name, double bytes) {
  std::error_code ignored;
  const fs::path disk = fs::temp_directory_path(ignored);
  for (const auto& [parent, folder] : {std::pair{fs::path("/dev/shm"), &memory_}, {disk, &disk_}}) {
    if (!HasRoom(parent, bytes)) continue;
    if (*folder == nullptr) *folder = HeldFolder::Make(parent, kPrefix);
    if (*folder == nullptr) continue;
    const fs::path path = (*folder)->path() / name;
    fs::remove(path, ignored);
    return path;
  }
  throw InvalidInput("neither /dev/shm nor " + disk.string() + " has room for " +
                     FormatNumber(bytes) + " bytes to exchange with an external program");
}

std::string NpyHeadText(const std::string& type, const std::string& shape) {
  constexpr std::size_t kPrefixBytes = 10;
  std::string text =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  text.resize(kHeadBytes - kPrefixBytes - 1, ' ');
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(kHeadBytes - kPrefixBytes) + '\0' +
         text + '\n';
}

double NpyBytes(Index rows, Index columns) {
  return 8.0 * static_cast<double>(rows) * static_cast<double>(columns) + kHeadBytes;
}

void WriteNpyRows(const fs::path& path, const Examples& x, Index begin, Index count) {
  const File file(OpenNew(path));
  const std::string head =
      NpyHeadText("<f8", std::to_string(count) + ", " + std::to_string(x.cols()));
  WriteBytes(file, path, head.data(), head.size());
  const auto row_bytes = static_cast<std::size_t>(x.cols()) * sizeof(double);
  if (!x.is_sparse()) {
    WriteBytes(file, path, x.dense().data() + begin * x.cols(),
               static_cast<std::size_t>(count) * row_bytes);
    return;
  }
  constexpr Index kRows = 64;
  for (Index done = 0; done < count; done += kRows) {
    const Index rows = std::min(kRows, count - done);
    const Matrix dense = x.DenseRows(begin + done, rows);
    WriteBytes(file, path, dense.data(), static_cast<std::size_t>(rows) * row_bytes);
  }
}

void WriteNpyVector(const fs::path& path, const Vector& values) {
  const File file(OpenNew(path));
  const std::string head = NpyHeadText("<f8", std::to_string(values.size()) + ",");
  WriteBytes(file, path, head.data(), head.size());
  WriteBytes(file, path, values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

void ReadNpyRows(const std::string& who, const fs::path& path, MatrixRef out) {
  const NpyFile file(who, path);
  const std::vector<Index> expected{out.rows(), out.cols()};
  if (file.shape() != expected) file.FailShape(ShapeText(expected));
  file.Read(out);
}

Vector ReadNpyVector(const std::string& who, const fs::path& path, Index n) {
  const NpyFile file(who, path);
  if (file.shape() != std::vector<Index>{n} && file.shape() != std::vector<Index>{n, 1})
    file.FailShape("(" + std::to_string(n) + ")");
  Matrix values(n, 1);
  file.Read(values);
  return values.col(0);
}

}  // namespace mercer
