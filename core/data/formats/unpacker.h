#ifndef MERCER_CORE_DATA_FORMATS_UNPACKER_H_
#define MERCER_CORE_DATA_FORMATS_UNPACKER_H_

#include <cstddef>
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

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_UNPACKER_H_
