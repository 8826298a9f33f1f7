#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/manifest.h"

namespace mercer {

/// "get it with: mercer data fetch NAME --from DIR (DIR/folder/file, 702942 bytes)".
std::string HowToFetch(const Manifest& manifest);

/// What to do for a data set where no folder was given: downloads are not supported, the addresses,
/// and the command to use after a download by hand.
std::string HowToDownload(const Manifest& manifest);

/// One file of a data set on this machine.
struct FileState {
  enum class Kind { kRight, kMissing, kWrong };
  std::filesystem::path path;
  Kind kind = Kind::kRight;
  std::string text;  // what is wrong, in words; "" where nothing is
};

/// Compares every file of <data dir>/<dataset>/ with size and sha256 of the manifest. Empty for a
/// generated data set. O(bytes).
std::vector<FileState> Verify(const Manifest& manifest, const std::filesystem::path& data_dir);

/// The files of the data set that do not lie in <from>/<folder>/.
std::vector<std::filesystem::path> MissingIn(const Manifest& manifest,
                                             const std::filesystem::path& from_dir);

/// One file that FetchFrom dealt with.
struct FetchedFile {
  std::filesystem::path path;
  bool copied = false;  // false: the right file was there already
};

/// Copies <from>/<folder>/<file> to <data dir>/<dataset>/<file>, for every file of the data set. A
/// file appears whole or not at all: it is written under another name, compared with the manifest's
/// sha256, synced and renamed. Throws InvalidInput where a file is absent from the folder, has
/// another sha256 (both are named; the data folder is left as it was) or cannot be written.
/// O(bytes) time, memory for one block.
std::vector<FetchedFile> FetchFrom(const Manifest& manifest, const std::filesystem::path& from_dir,
                                   const std::filesystem::path& data_dir);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
