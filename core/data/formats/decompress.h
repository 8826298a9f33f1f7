#ifndef MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_
#define MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mercer {

/// True where the bytes begin like a gzip, bzip2 or xz file.
bool IsPacked(std::string_view bytes);

/// What gzip, bzip2 or xz bytes unpack to, piece after piece. Checksums and lengths are compared,
/// those of gzip by zlib, which libarchive leaves out.
class Unpacker {
 public:
  /// The next packed bytes, valid until it is called again; empty at their end.
  using Source = std::function<std::string_view()>;

  virtual ~Unpacker() = default;

  /// The next `size` bytes, fewer at the end only. Throws InvalidInput, naming the path, where the
  /// packed bytes are damaged, cut short, or followed by others than zeros.
  std::size_t Read(char* into, std::size_t size);

 private:
  /// At most `size` bytes; 0 at the end only.
  virtual std::size_t ReadSome(char* into, std::size_t size) = 0;
};

/// For packed bytes that begin with `head`. `path` is for the messages.
std::unique_ptr<Unpacker> NewUnpacker(std::string_view head, Unpacker::Source source,
                                      const std::string& path);

/// The most bytes that a data file may unpack to unless the caller says otherwise: 4 GiB.
inline constexpr std::uint64_t kMaxDataFileBytes = std::uint64_t{1} << 32;

/// The whole contents of a file as it lies there. Throws InvalidInput that names the path where it
/// is absent, is a folder, cannot be read, or is larger than max_bytes.
std::string ReadWholeFile(const std::string& path, std::uint64_t max_bytes = kMaxDataFileBytes);

/// The bytes unpacked where they are a gzip, bzip2 or xz file, else as they are. `path` is for the
/// messages. Throws InvalidInput where the packed bytes are damaged or cut short, or unpack to more
/// than max_bytes (memory stays below that).
std::string Unpack(std::string bytes, const std::string& path,
                   std::uint64_t max_bytes = kMaxDataFileBytes);

/// Unpack of ReadWholeFile.
std::string ReadDataFile(const std::string& path, std::uint64_t max_bytes = kMaxDataFileBytes);

/// The bytes of a data file one piece after the other, unpacked where it is a gzip, bzip2 or xz
/// file, in memory that does not grow with it.
class DataFileStream {
 public:
  /// Throws InvalidInput, naming the path, where it is no file or cannot be read.
  explicit DataFileStream(const std::string& path);
  ~DataFileStream();
  DataFileStream(const DataFileStream&) = delete;
  DataFileStream& operator=(const DataFileStream&) = delete;

  /// The next `size` bytes, fewer at the end of the file only. Throws InvalidInput where the file
  /// cannot be read on, or its packed bytes are damaged or cut short.
  std::size_t Read(char* into, std::size_t size);

  /// The share of the file read so far, 0 to 1.
  double share() const;

 private:
  struct Source;
  std::string path_;
  std::unique_ptr<Source> source_;
  double size_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_
