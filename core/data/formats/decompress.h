#ifndef MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_
#define MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mercer {

/// Whether the bytes begin like a gzip, bzip2 or xz file.
bool IsPacked(std::string_view bytes);

/// Unpacks gzip, bzip2 or xz bytes piece by piece. Checksums and lengths are verified; for gzip
/// zlib does this, since libarchive does not.
class Unpacker {
 public:
  /// Returns the next packed bytes, valid until the next call; empty at the end.
  using Source = std::function<std::string_view()>;

  virtual ~Unpacker() = default;

  /// Reads the next `size` bytes, fewer only at the end, and returns their number. Throws
  /// InvalidInput, naming the path, if the packed bytes are damaged, truncated, or followed by
  /// anything other than zeros, and for bzip2 or xz inside bzip2 or xz.
  std::size_t Read(char* into, std::size_t size);

 private:
  /// Reads at most `size` bytes; returns 0 only at the end.
  virtual std::size_t ReadSome(char* into, std::size_t size) = 0;
};

/// An unpacker for packed bytes that begin with `head`. `path` is for messages.
std::unique_ptr<Unpacker> NewUnpacker(std::string_view head, Unpacker::Source source,
                                      const std::string& path);

/// The default for the largest number of bytes that a data file may unpack to: 4 GiB.
inline constexpr std::uint64_t kMaxDataFileBytes = std::uint64_t{1} << 32;

/// The whole contents of a file, without unpacking. Throws InvalidInput, naming the path, if it is
/// absent, is a folder, cannot be read, or is larger than max_bytes.
std::string ReadWholeFile(const std::string& path, std::uint64_t max_bytes = kMaxDataFileBytes);

/// Unpacks the bytes of a gzip, bzip2 or xz file; returns any others unchanged. `path` is for
/// messages. Throws InvalidInput as Unpacker does, or if they unpack to more than max_bytes (memory
/// stays below that).
std::string Unpack(std::string bytes, const std::string& path,
                   std::uint64_t max_bytes = kMaxDataFileBytes);

/// Unpack of ReadWholeFile.
std::string ReadDataFile(const std::string& path, std::uint64_t max_bytes = kMaxDataFileBytes);

/// Reads a data file piece by piece, unpacking a gzip, bzip2 or xz file, in memory that does not
/// grow with the file.
class DataFileStream {
 public:
  /// Throws InvalidInput, naming the path, if it is not a file or cannot be read.
  explicit DataFileStream(const std::string& path);
  ~DataFileStream();
  DataFileStream(const DataFileStream&) = delete;
  DataFileStream& operator=(const DataFileStream&) = delete;

  /// Reads the next `size` bytes, fewer only at the end of the file, and returns their number.
  /// Throws InvalidInput if reading fails, and as Unpacker does.
  std::size_t Read(char* into, std::size_t size);

  /// The fraction of the file read so far, 0 to 1.
  double share() const;

 private:
  struct Source;
  std::string path_;
  std::unique_ptr<Source> source_;
  double size_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_DECOMPRESS_H_
