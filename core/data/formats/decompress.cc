#include "core/data/formats/decompress.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/data/formats/unpacker.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void FailTooLarge(const std::string& path, const char* verb, std::uint64_t max_bytes) {
  throw InvalidInput(path + verb + std::to_string(max_bytes) + " bytes, the most expected here");
}

}  // namespace

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
