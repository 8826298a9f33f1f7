#ifndef MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/catalogue/fetch/pending_file.h"
#include "experiments/catalogue/manifest.h"
#include "experiments/catalogue/take_file.h"

namespace mercer {

/// One file of a data set on this machine.
struct FileState {
  enum class Kind { kRight, kMissing, kWrong };
  std::filesystem::path path;
  Kind kind = Kind::kRight;
  std::string text;  // what is wrong, in words; for a right file how its compression differs, or ""
};

/// The outcome of fetching or importing one file of a data set.
struct FetchedFile {
  enum class Kind { kThere, kCopied, kDownloaded, kMissing };
  std::filesystem::path path;  // in the data folder
  Kind kind = Kind::kThere;
  std::string from;  // address or path it came from (of the archive that contained it)
};

/// Compares a file of the data folder with its manifest entry.
FileState StateOf(const ManifestFile& file, const std::filesystem::path& path);

/// <data dir>/<dataset>/ while one process fills it. All ways to get files use this class.
class DatasetFolder {
 public:
  /// Waits for other processes, then checks the present files. `how` is recorded in the history.
  /// The manifest must outlive the object.
  DatasetFolder(const Manifest& manifest, const std::filesystem::path& data_dir, std::string how);

  const std::filesystem::path& path() const { return path_; }

  /// The files that are not right yet.
  std::vector<const ManifestFile*> Lacking() const;

  /// Calls CopyMatched and records the file.
  void Copy(const std::filesystem::path& from, const FileMatch& match, const ManifestFile& file);

  /// Extracts those of the files that the archive contains and that are not right yet
  /// (ExtractMembers). `from` is the origin of the archive.
  void Extract(const std::filesystem::path& archive, const std::string& from,
               const std::vector<const ManifestFile*>& files);

  /// Records that the file is in the folder, and its origin.
  void Record(const ManifestFile& file, FetchedFile::Kind kind, const std::string& from,
              const std::string& sha256);

  /// The outcome for each file, in the manifest's order.
  const std::vector<FetchedFile>& files() const { return files_; }

 private:
  const Manifest& manifest_;
  std::filesystem::path path_;
  std::string how_;
  FolderLock lock_;
  std::vector<FetchedFile> files_;
};

/// The origin of one file of a data set.
struct HistoryEntry {
  std::string file;    // its name in the data set's folder
  std::string how;     // "downloaded", "copied", "imported"
  std::string from;    // address or path; that of the archive if it came from one
  std::string time;    // time in UTC: "2026-01-31T12:00:00Z"
  std::string sha256;  // of the stored file
};

/// The contents of <folder>/history.json, in the order of the file names. Empty if it is missing or
/// not a history: it is only informative, and nothing depends on it.
std::vector<HistoryEntry> ReadHistory(const std::filesystem::path& folder);

/// Adds or replaces the file's entry, with the present time. Throws InvalidInput if it cannot be
/// written.
void RecordHistory(const std::filesystem::path& folder, HistoryEntry entry);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DATASET_FOLDER_H_
