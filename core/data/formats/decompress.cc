#include "core/data/formats/decompress.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b";

[[noreturn]] void Fail(const std::string& path, const std::string& reason) {
  throw InvalidInput(path + " cannot be unpacked (" + reason +
                     "); expected a whole gzip, bzip2 or xz file");
}

// gzip: members one after the other, each with the CRC-32 and the length of what it holds.
class GzipUnpacker final : public Unpacker {
 public:
  GzipUnpacker(Source source, std::string path)
      : source_(std::move(source)), path_(std::move(path)) {
    constexpr int kGzipOnly = MAX_WBITS + 16;
    MERCER_CHECK(inflateInit2(&stream_, kGzipOnly) == Z_OK);
  }
  ~GzipUnpacker() override { inflateEnd(&stream_); }
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;

 private:
  std::size_t ReadSome(char* into, std::size_t size) override {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = static_cast<uInt>(std::min(size, kMost));
    const uInt asked = stream_.avail_out;
    while (!ended_ && stream_.avail_out == asked) {
      if (between_members_ && !BeginMember()) break;
      if (!Refill()) Fail(path_, "cut short");
      const int result = inflate(&stream_, Z_NO_FLUSH);
      between_members_ = result == Z_STREAM_END;
      if (result != Z_OK && result != Z_STREAM_END)
        Fail(path_, stream_.msg != nullptr ? stream_.msg : "damaged");
    }
    return asked - stream_.avail_out;
  }

  // Goes to the next packed bytes where all are used; false at their end.
  bool Refill() {
    if (stream_.avail_in > 0) return true;
    if (rest_.empty()) rest_ = source_();
    const std::size_t taken = std::min<std::size_t>(rest_.size(), std::numeric_limits<uInt>::max());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(taken);
    rest_.remove_prefix(taken);
    return taken > 0;
  }

  // Whether another member follows. Zeros may pad the file, as tapes did.
  bool BeginMember() {
    while (Refill() && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
      padded_ = true;
    }
    ended_ = stream_.avail_in == 0;
    if (ended_) return false;
    if (padded_) Fail(path_, "bytes behind its end");
    inflateReset(&stream_);
    return true;
  }

  Source source_;
  std::string path_;
  z_stream stream_{};
  std::string_view rest_{};  // of the source's bytes: zlib counts in 32 bits
  bool between_members_ = false;
  bool padded_ = false;
  bool ended_ = false;
};

// bzip2 and xz by libarchive.
class ArchiveUnpacker final : public Unpacker {
 public:
  ArchiveUnpacker(Source source, std::string path)
      : source_(std::move(source)), path_(std::move(path)), reader_(archive_read_new()) {
    MERCER_CHECK(reader_ != nullptr);
    archive_read_support_filter_bzip2(reader_.get());
    archive_read_support_filter_xz(reader_.get());
    archive_read_support_format_raw(reader_.get());
    archive_read_support_format_empty(reader_.get());
    if (archive_read_open(reader_.get(), this, nullptr, GiveBytes, nullptr) != ARCHIVE_OK)
      FailReading();
    archive_entry* entry = nullptr;
    const int header = archive_read_next_header(reader_.get(), &entry);
    if (header == ARCHIVE_EOF) {
      End();
      return;
    }
    if (header != ARCHIVE_OK) FailReading();
    // Not unpacked by any filter: begins like a packed file, but its header is none.
    const int filters = archive_filter_count(reader_.get());
    if (filters < 2) Fail(path_, "damaged header");
    if (filters > 2) Fail(path_, "packed twice");
  }

 private:
  struct Free {
    void operator()(archive* reader) const { archive_read_free(reader); }
  };

  // The next packed bytes; empty at their end.
  std::string_view Next() {
    const std::string_view bytes = source_();
    const std::size_t last = bytes.find_last_not_of('\0');
    if (last != bytes.npos) zeros_from_ = given_ + last + 1;
    given_ += bytes.size();
    return bytes;
  }

  // To libarchive a bzip2 file ends where no header of a further stream follows, whatever does.
  void End() {
    ended_ = true;
    const auto unpacked = static_cast<std::uint64_t>(archive_filter_bytes(reader_.get(), -1));
    while (zeros_from_ <= unpacked && !Next().empty()) {
    }
    if (zeros_from_ > unpacked) Fail(path_, "bytes behind its end");
  }

  static la_ssize_t GiveBytes(archive* reader, void* self, const void** bytes) {
    // No exception may pass through libarchive.
    try {
      const std::string_view next = static_cast<ArchiveUnpacker*>(self)->Next();
      *bytes = next.data();
      return static_cast<la_ssize_t>(next.size());
    } catch (const std::exception& error) {
      archive_set_error(reader, EIO, "%s", error.what());
      return ARCHIVE_FATAL;
    }
  }

  [[noreturn]] void FailReading() const {
    const char* reason = archive_error_string(reader_.get());
    Fail(path_, reason != nullptr ? reason : "cut short");
  }

  std::size_t ReadSome(char* into, std::size_t size) override {
    if (ended_) return 0;
    const la_ssize_t got = archive_read_data(reader_.get(), into, size);
    if (got < 0) FailReading();
    if (got == 0) End();
    return static_cast<std::size_t>(got);
  }

  Source source_;
  std::string path_;
  std::unique_ptr<archive, Free> reader_;
  std::uint64_t given_ = 0;       // packed bytes
  std::uint64_t zeros_from_ = 0;  // behind the last of them that is not zero
  bool ended_ = false;
};

namespace fs = std::filesystem;

[[noreturn]] void FailTooLarge(const std::string& path, const char* verb, std::uint64_t max_bytes) {
  throw InvalidInput(path + verb + std::to_string(max_bytes) + " bytes, the most expected here");
}

}  // namespace

bool IsPacked(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::string_view kXz =
      "\xfd"
      "7zXZ\0"sv;
  return bytes.starts_with(kGzip) || bytes.starts_with("BZh") || bytes.starts_with(kXz);
}

std::size_t Unpacker::Read(char* into, std::size_t size) {
  std::size_t read = 0;
  while (read < size) {
    const std::size_t got = ReadSome(into + read, size - read);
    if (got == 0) break;
    read += got;
  }
  return read;
}

std::unique_ptr<Unpacker> NewUnpacker(std::string_view head, Unpacker::Source source,
                                      const std::string& path) {
  if (head.starts_with(kGzip)) return std::make_unique<GzipUnpacker>(std::move(source), path);
  return std::make_unique<ArchiveUnpacker>(std::move(source), path);
}

std::string ReadWholeFile(const std::string& path, std::uint64_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw InvalidInput(path + " does not exist; expected a file");
  if (fs::is_directory(status)) throw InvalidInput(path + " is a folder; expected a file");
  if (fs::exists(status) && !fs::is_regular_file(status))  // a pipe would be waited for
    throw InvalidInput(path + " is a pipe or a device; expected a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InvalidInput(path + " cannot be read: " + std::strerror(errno));
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > max_bytes) FailTooLarge(path, " is larger than ", max_bytes);
  std::string bytes;
  if (!error) bytes.reserve(size);
  std::vector<char> block(1 << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
    // It may grow.
    if (bytes.size() > max_bytes) FailTooLarge(path, " is larger than ", max_bytes);
  }
  if (in.bad()) throw InvalidInput(path + " cannot be read: " + std::strerror(errno));
  return bytes;
}

std::string Unpack(std::string bytes, const std::string& path, std::uint64_t max_bytes) {
  if (!IsPacked(bytes)) return bytes;
  std::string_view rest = bytes;
  const auto unpacker = NewUnpacker(
      bytes, [&rest] { return std::exchange(rest, {}); }, path);
  std::string out;
  std::vector<char> block(1 << 20);
  for (;;) {
    const std::size_t got = unpacker->Read(block.data(), block.size());
    if (got == 0) return out;
    if (out.size() + got > max_bytes) FailTooLarge(path, " unpacks to more than ", max_bytes);
    out.append(block.data(), got);
  }
}

std::string ReadDataFile(const std::string& path, std::uint64_t max_bytes) {
  return Unpack(ReadWholeFile(path, max_bytes), path, max_bytes);
}

struct DataFileStream::Source {
  std::ifstream file{};
  std::unique_ptr<Unpacker> unpacker{};
  std::vector<char> block{};
  double bytes = 0;  // of the file as it lies there

  std::size_t Read(char* into, std::size_t size, const std::string& path) {
    if (!file) return 0;
    file.read(into, static_cast<std::streamsize>(size));
    if (file.bad())
      throw InvalidInput("'" + path + "' cannot be read to its end: " + std::strerror(errno));
    bytes += static_cast<double>(file.gcount());
    return static_cast<std::size_t>(file.gcount());
  }
};

DataFileStream::DataFileStream(const std::string& path)
    : path_(path), source_(std::make_unique<Source>()) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InvalidInput("'" + path + "' is no file; expected a file");
  std::ifstream& file = source_->file;
  file.open(path, std::ios::binary);
  std::array<char, 8> bytes{};
  file.read(bytes.data(), bytes.size());
  if (!file.is_open() || file.bad())
    throw InvalidInput("'" + path + "' cannot be read: " + std::strerror(errno));
  const std::string_view head(bytes.data(), static_cast<std::size_t>(file.gcount()));
  file.clear();
  file.seekg(0);
  size_ = static_cast<double>(fs::file_size(path, error));
  if (!IsPacked(head)) return;
  constexpr std::size_t kBlock = 1 << 16;
  source_->block.resize(kBlock);
  source_->unpacker = NewUnpacker(
      head,
      [this]() -> std::string_view {
        std::vector<char>& block = source_->block;
        return {block.data(), source_->Read(block.data(), block.size(), path_)};
      },
      path);
}

DataFileStream::~DataFileStream() = default;

std::size_t DataFileStream::Read(char* into, std::size_t size) {
  if (source_->unpacker != nullptr) return source_->unpacker->Read(into, size);
  return source_->Read(into, size, path_);
}

double DataFileStream::share() const {
  return size_ > 0 ? std::min(1.0, source_->bytes / size_) : 1;
}

}  // namespace mercer
