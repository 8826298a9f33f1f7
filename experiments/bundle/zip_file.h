#ifndef MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_
#define MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_

#include <filesystem>
#include <map>
#include <string>

namespace mercer {

/// Files by their path in an archive, with "/" between folders.
using FileTexts = std::map<std::string, std::string>;

/// Writes a ZIP archive of the files, in the order of their paths and with one fixed date, so that
/// equal files give equal archives. It is first written to a temporary name. Throws InvalidInput,
/// naming the path, if it cannot be written.
void WriteZip(const std::filesystem::path& path, const FileTexts& files);

/// Reads all files of an archive. Throws InvalidInput, naming the archive and, if known, the file
/// in it, if it is not a ZIP archive or is damaged; if a path leaves the folder or occurs twice;
/// for a link; and for more than 4 GiB in total.
FileTexts ReadZip(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_
