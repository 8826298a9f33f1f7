#ifndef MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_

#include <filesystem>
#include <string>

#include "experiments/catalogue/manifest.h"

namespace mercer {

/// How a file compares with the one described in a manifest.
struct FileMatch {
  enum class Kind {
    kNone,     // a different file
    kExact,    // the same bytes; any file, if the manifest does not know its bytes
    kVariant,  // the same contents in another compression, or uncompressed; readable as it is
    kPacked,   // the same bytes, compressed with gzip, bzip2 or xz
  };
  Kind kind = Kind::kNone;
  std::string sha256{};  // of the given file
};

/// Compares the sha256, then, if the manifest has enough information, that of the uncompressed
/// contents. Throws InvalidInput if the file cannot be read. O(bytes) time, memory for one block.
FileMatch MatchFile(const ManifestFile& file, const std::filesystem::path& path);

/// Copies a file recognised by MatchFile (not kNone) to `to`, decompressed if it is kPacked:
/// complete and with the right sha256, or not at all. Throws InvalidInput if it cannot be read or
/// written, or has changed since.
void CopyMatched(const std::filesystem::path& from, const FileMatch& match,
                 const ManifestFile& file, const std::filesystem::path& to);

/// The message for a file that does not match: "PATH has sha256 …; expected …".
std::string MismatchText(const ManifestFile& file, const FileMatch& match,
                         const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_
