#include "core/data/decompress.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

using Archive = std::unique_ptr<archive, int (*)(archive*)>;

[[noreturn]] void FailUnpacking(const std::string& path, archive* reader) {
  const char* reason = archive_error_string(reader);
  throw InvalidInput(path + " cannot be unpacked (" + (reason != nullptr ? reason : "cut short") +
                     "); expected a whole gzip, bzip2 or xz file");
}

[[noreturn]] void FailTooLarge(const std::string& path, const char* verb, std::uint64_t max_bytes) {
  throw InvalidInput(path + verb + std::to_string(max_bytes) + " bytes, the most expected here");
}

Archive NewArchive() {
  Archive reader(archive_read_new(), archive_read_free);
  MERCER_CHECK(reader != nullptr);
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_format_raw(reader.get());
  archive_read_support_format_empty(reader.get());
  return reader;
}

// Goes to the packed bytes' one entry; false where they unpack to nothing.
bool FindEntry(archive* reader, const std::string& path) {
  archive_entry* entry = nullptr;
  const int header = archive_read_next_header(reader, &entry);
  if (header == ARCHIVE_EOF) return false;
  if (header != ARCHIVE_OK) FailUnpacking(path, reader);
  // Not unpacked by any filter: begins like a packed file, but its header is none.
  if (archive_filter_count(reader) < 2)
    throw InvalidInput(path +
                       " cannot be unpacked (damaged header); expected a whole gzip, bzip2 "
                       "or xz file");
  return true;
}

}  // namespace

bool IsPacked(std::string_view bytes) {
  using namespace std::string_view_literals;
  for (const std::string_view magic : {"\x1f\x8b"sv, "BZh"sv,
                                       "\xfd"
                                       "7zXZ\0"sv}) {
    if (bytes.substr(0, magic.size()) == magic) return true;
  }
  return false;
}

std::string ReadWholeFile(const std::string& path, std::uint64_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw InvalidInput(path + " does not exist; expected a file");
  if (fs::is_directory(status)) throw InvalidInput(path + " is a folder; expected a file");
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
    // A pipe has no size; a file may grow.
    if (bytes.size() > max_bytes) FailTooLarge(path, " is larger than ", max_bytes);
  }
  if (in.bad()) throw InvalidInput(path + " cannot be read: " + std::strerror(errno));
  return bytes;
}

std::string Unpack(std::string bytes, const std::string& path, std::uint64_t max_bytes) {
  if (!IsPacked(bytes)) return bytes;
  const Archive reader = NewArchive();
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    FailUnpacking(path, reader.get());
  if (!FindEntry(reader.get(), path)) return {};
  std::string out;
  std::vector<char> block(1 << 20);
  for (;;) {
    const la_ssize_t got = archive_read_data(reader.get(), block.data(), block.size());
    if (got < 0) FailUnpacking(path, reader.get());
    if (got == 0) return out;
    if (out.size() + static_cast<std::uint64_t>(got) > max_bytes)
      FailTooLarge(path, " unpacks to more than ", max_bytes);
    out.append(block.data(), static_cast<std::size_t>(got));
  }
}

std::string ReadDataFile(const std::string& path, std::uint64_t max_bytes) {
  return Unpack(ReadWholeFile(path, max_bytes), path, max_bytes);
}

struct DataFileStream::Source {
  std::ifstream plain{};
  Archive packed{nullptr, archive_read_free};
  bool ended = false;
  double bytes = 0;  // of the file as it lies there
};

DataFileStream::DataFileStream(const std::string& path)
    : path_(path), source_(std::make_unique<Source>()) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InvalidInput("'" + path + "' is no file; expected a file");
  std::ifstream& file = source_->plain;
  file.open(path, std::ios::binary);
  std::array<char, 8> head{};
  file.read(head.data(), head.size());
  if (!file.is_open() || file.bad())
    throw InvalidInput("'" + path + "' cannot be read: " + std::strerror(errno));
  size_ = static_cast<double>(fs::file_size(path, error));
  if (!IsPacked({head.data(), static_cast<std::size_t>(file.gcount())})) {
    file.clear();
    file.seekg(0);
    return;
  }
  constexpr std::size_t kBlock = 1 << 16;
  source_->packed = NewArchive();
  archive* reader = source_->packed.get();
  if (archive_read_open_filename(reader, path.c_str(), kBlock) != ARCHIVE_OK)
    FailUnpacking(path, reader);
  source_->ended = !FindEntry(reader, path);
}

DataFileStream::~DataFileStream() = default;

std::size_t DataFileStream::Read(char* into, std::size_t size) {
  Source& source = *source_;
  if (source.packed == nullptr) {
    if (!source.plain) return 0;
    source.plain.read(into, static_cast<std::streamsize>(size));
    if (source.plain.bad())
      throw InvalidInput("'" + path_ + "' cannot be read to its end: " + std::strerror(errno));
    source.bytes += static_cast<double>(source.plain.gcount());
    return static_cast<std::size_t>(source.plain.gcount());
  }
  std::size_t read = 0;
  while (!source.ended && read < size) {
    const la_ssize_t got = archive_read_data(source.packed.get(), into + read, size - read);
    if (got < 0) FailUnpacking(path_, source.packed.get());
    source.ended = got == 0;
    read += static_cast<std::size_t>(got);
  }
  source.bytes = static_cast<double>(archive_filter_bytes(source.packed.get(), -1));
  return read;
}

double DataFileStream::share() const {
  return size_ > 0 ? std::min(1.0, source_->bytes / size_) : 1;
}

}  // namespace mercer
