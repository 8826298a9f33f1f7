#ifndef MERCER_CORE_BASE_SHA256_H_
#define MERCER_CORE_BASE_SHA256_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mercer {

/// Incremental SHA-256 (FIPS 180-4).
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(const void* data, std::size_t bytes);

  /// The digest as 64 lower-case hexadecimal digits. Call once.
  std::string Hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string Sha256Hex(std::string_view bytes);

/// The digest of a file's contents. Throws InvalidInput, naming the path, if it cannot be read.
std::string Sha256OfFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_SHA256_H_
