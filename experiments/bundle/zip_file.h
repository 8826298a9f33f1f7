#ifndef MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_
#define MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_

#include <filesystem>
#include <map>
#include <string>

namespace mercer {

/// Files by their path in an archive, with "/" between folders.
using FileTexts = std::map<std::string, std::string>;

/// A ZIP archive of the files, in the order of their paths and with one fixed date, so that equal
/// files make equal archives. Written to a temporary name first. Throws InvalidInput, naming the
/// path, where it cannot be written.
void WriteZip(const std::filesystem::path& path, const FileTexts& files);

/// All files of an archive. Throws InvalidInput, naming the archive and, where one is known, the
/// file in it: no ZIP archive, damage, a path that leaves the folder or comes twice, a link, more
/// than 4 GiB in all.
FileTexts ReadZip(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_BUNDLE_ZIP_FILE_H_
