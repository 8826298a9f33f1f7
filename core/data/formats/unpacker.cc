#include "core/data/formats/unpacker.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

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
    ended_ = header == ARCHIVE_EOF;
    if (!ended_ && header != ARCHIVE_OK) FailReading();
    // Not unpacked by any filter: begins like a packed file, but its header is none.
    if (!ended_ && archive_filter_count(reader_.get()) < 2) Fail(path_, "damaged header");
  }

 private:
  struct Free {
    void operator()(archive* reader) const { archive_read_free(reader); }
  };

  static la_ssize_t GiveBytes(archive* reader, void* self, const void** bytes) {
    // No exception may pass through libarchive.
    try {
      const std::string_view next = static_cast<ArchiveUnpacker*>(self)->source_();
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
    ended_ = got == 0;
    return static_cast<std::size_t>(got);
  }

  Source source_;
  std::string path_;
  std::unique_ptr<archive, Free> reader_;
  bool ended_ = false;
};

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

}  // namespace mercer
