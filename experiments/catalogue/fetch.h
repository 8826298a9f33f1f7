#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/dataset_folder.h"
#include "experiments/catalogue/fetch/download.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// "get it with: mercer data fetch NAME", with --from DIR and what DIR must hold where no address
/// has it; of licensed data the command that explains.
std::string HowToFetch(const Manifest& manifest);

/// Compares every file of <data dir>/<dataset>/ with size and sha256 of the manifest; one whose
/// unpacked contents are right is right. Empty for a generated data set. O(bytes).
std::vector<FileState> Verify(const Manifest& manifest, const std::filesystem::path& data_dir);

/// The files of the data set that <from> does not have: neither <from>/<folder>/<file> nor
/// <from>/<file> is there, nor the file's archive in one of these places. As
/// <from>/<folder>/<file>.
std::vector<std::filesystem::path> MissingIn(const Manifest& manifest,
                                             const std::filesystem::path& from_dir);

/// Takes the files of the data set from a folder (where: MissingIn) to <data dir>/<dataset>/<file>,
/// unpacking archives. What the folder does not have is kMissing. A file appears whole or not at
/// all: it is written under another name, compared with the manifest's sha256, synced and renamed;
/// a file of the same contents in another packing does too. One process at a time works on a data
/// set. Throws InvalidInput where a file is another one (both sha256 are named), cannot be read or
/// written. O(bytes) time, memory for one block.
std::vector<FetchedFile> FetchFrom(const Manifest& manifest, const std::filesystem::path& from_dir,
                                   const std::filesystem::path& data_dir);

/// The same from the addresses of the manifest: first those of a file, then those of its archive,
/// which is downloaded once and removed again. Goes on after a file that could not be had. Throws
/// InvalidInput with the addresses tried, what happened at each, and the command that takes the
/// files from where they were downloaded by hand; also where the data set is licensed or has no
/// addresses.
std::vector<FetchedFile> FetchOnline(const Manifest& manifest, Downloader* downloader,
                                     const std::filesystem::path& data_dir);

/// Takes files that were got by hand: the data set's own by name, sha256, or contents in another
/// packing, and its archives by name or sha256. Throws InvalidInput, before anything is copied,
/// where a file is none of the data set's or could be two of them, or where one of licensed data,
/// told by its name, has not the rows and columns of the manifest; else as FetchFrom.
std::vector<FetchedFile> ImportFiles(const Manifest& manifest,
                                     const std::vector<std::filesystem::path>& paths,
                                     const std::filesystem::path& data_dir);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_H_
