#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch/download.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// How to get the data set: "get it with: mercer data fetch NAME". If no address has it, with
/// --from DIR and what DIR must contain; for licensed data the command that explains how to get it.
std::string HowToFetch(const Manifest& manifest);

/// Compares every file of <data dir>/<dataset>/ with the size and sha256 of the manifest. A file
/// whose uncompressed contents are right counts as right. Empty for a generated data set. O(bytes).
std::vector<FileState> Verify(const Manifest& manifest, const std::filesystem::path& data_dir);

/// The files of the data set that are missing in <from>: neither <from>/<folder>/<file> nor
/// <from>/<file> exists, nor the file's archive in one of these places. Returned as
/// <from>/<folder>/<file>.
std::vector<std::filesystem::path> MissingIn(const Manifest& manifest,
                                             const std::filesystem::path& from_dir);

/// Copies the files of the data set from a folder (see MissingIn) to <data dir>/<dataset>/<file>,
/// extracting archives. Files missing in the folder are kMissing. A file appears complete or not at
/// all: it is written under another name, compared with the manifest's sha256, synced and renamed.
/// A file with the same contents in another compression is accepted. One process at a time works on
/// a data set. Throws InvalidInput if a file is a different one (both sha256 are given) or cannot
/// be read or written. O(bytes) time, memory for one block.
std::vector<FetchedFile> FetchFrom(const Manifest& manifest, const std::filesystem::path& from_dir,
                                   const std::filesystem::path& data_dir);

/// The same from the addresses in the manifest: first those of a file, then those of its archive,
/// which is downloaded once and removed afterwards. Continues after a file that could not be
/// downloaded. Throws InvalidInput with the addresses tried, what happened at each, and the command
/// that imports files downloaded by hand; also if the data set is licensed or has no addresses.
std::vector<FetchedFile> FetchOnline(const Manifest& manifest, Downloader* downloader,
                                     const std::filesystem::path& data_dir);

/// Imports files obtained by hand: files of the data set, recognised by name, sha256, or contents
/// in another compression, and its archives, recognised by name or sha256. Throws InvalidInput,
/// before anything is copied, if a file does not belong to the data set or could be two of its
/// files, if two files or two archives are given for one of its files, or if a file of licensed
/// data, recognised by its name, does not have the rows and columns of the manifest; otherwise as
/// FetchFrom.
std::vector<FetchedFile> ImportFiles(const Manifest& manifest,
                                     const std::vector<std::filesystem::path>& paths,
                                     const std::filesystem::path& data_dir);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
