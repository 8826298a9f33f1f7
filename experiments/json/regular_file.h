#ifndef MERCER_EXPERIMENTS_JSON_REGULAR_FILE_H_
#define MERCER_EXPERIMENTS_JSON_REGULAR_FILE_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace mercer {

/// The largest size of a JSON text: 256 MiB.
inline constexpr std::uint64_t kMostJsonBytes = std::uint64_t{256} << 20;

/// The bytes of a file. Throws InvalidInput with one sentence that names the path if it is missing,
/// a folder, a pipe or a device (which are not waited for), cannot be read, or has more than `most`
/// bytes, which is checked before memory is allocated.
std::string ReadRegularFile(const std::filesystem::path& path, std::uint64_t most = kMostJsonBytes);

/// The same; nullopt if ReadRegularFile throws.
std::optional<std::string> TryReadRegularFile(const std::filesystem::path& path,
                                              std::uint64_t most = kMostJsonBytes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_JSON_REGULAR_FILE_H_
