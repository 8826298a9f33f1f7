#ifndef MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_

#include <filesystem>
#include <string>

#include "experiments/catalogue/manifest.h"

namespace mercer {

/// How a file stands to the one that a manifest describes.
struct FileMatch {
  enum class Kind {
    kNone,     // another file
    kExact,    // its bytes; any, where the manifest does not know them
    kVariant,  // its contents in another packing, or in none; they can be read as they are
    kPacked,   // its bytes, packed with gzip, bzip2 or xz
  };
  Kind kind = Kind::kNone;
  std::string sha256{};  // of the file as it lies there
};

/// Compares sha256, then, where the manifest tells enough, that of the unpacked contents. Throws
/// InvalidInput where the file cannot be read. O(bytes) time, memory for one block.
FileMatch MatchFile(const ManifestFile& file, const std::filesystem::path& path);

/// Copies a file that MatchFile knew (not kNone) to `to`, unpacked where it is kPacked: whole and
/// of the right sha256, or not at all. Throws InvalidInput where it cannot be read or written, or
/// changed since.
void CopyMatched(const std::filesystem::path& from, const FileMatch& match,
                 const ManifestFile& file, const std::filesystem::path& to);

/// What stands in the way of taking a file that does not match: "PATH has sha256 …; expected …".
std::string MismatchText(const ManifestFile& file, const FileMatch& match,
                         const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_TAKE_FILE_H_
